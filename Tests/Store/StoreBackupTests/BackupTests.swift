import Foundation
import GRDB
import LedgerStore
import StoreEngine
import TestSupport
import Testing

@testable import StoreBackup

/// A backup restores the same content, or the error explains why not.
@Suite struct BackupTests {
    private static let secret = BackupSecret.passphrase(Array("twelve bytes at least".utf8))
    /// Avoids the slow derivation of a key from a passphrase.
    private static let key = BackupSecret.siteKey { _ in [UInt8](repeating: 7, count: 32) }
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)

    private func with(_ body: (String) async throws -> Void) async throws {
        let folder = ShortPath.make("vbk")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try BackupMaker.makeFolder("\(folder)/state")
        try await body(folder)
    }

    private func ledger(_ folder: String) async throws -> LedgerStore {
        try await LedgerStore.open(
            StoreConfiguration(path: "\(folder)/state/site.uploader.u1/uploader.sqlite")
        )
    }

    @Test func aRunningStoreComesBackWithItsFiles() async throws {
        try await with { folder in
            let store = try await ledger(folder)
            try await store.beginAttempt(logID: "a", revision: 1, fence: 1, sessionID: "s", at: Self.start)
            let picture = "\(folder)/state/site.uploader.u1/picture"
            let bytes = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
            try bytes.write(to: URL(filePath: picture))
            let made = try BackupMaker(state: "\(folder)/state", version: "1").write(
                to: "\(folder)/b",
                with: Self.secret,
                now: Self.start
            )
            #expect(made.stores.map(\.path) == ["site.uploader.u1/uploader.sqlite"])
            let mode = try FileManager.default.attributesOfItem(atPath: "\(folder)/b")[.posixPermissions] as? Int
            #expect(mode == 0o600)
            try await store.beginAttempt(logID: "b", revision: 1, fence: 1, sessionID: "s", at: Self.start)
            try await store.close()
            try Data("other".utf8).write(to: URL(filePath: picture))
            let report = try BackupRestorer(state: "\(folder)/state").restore(
                "\(folder)/b",
                with: Self.secret,
                now: Self.start
            )
            let again = try await ledger(folder)
            #expect(try await again.unansweredAttempts(logID: "a").count == 1)
            #expect(try await again.unansweredAttempts(logID: "b").isEmpty)
            try await again.close()
            #expect(try Data(contentsOf: URL(filePath: picture)) == bytes)
            let aside = try #require(report.replaced)
            #expect(try Data(contentsOf: URL(filePath: "\(aside)/site.uploader.u1/picture")) == Data("other".utf8))
        }
    }

    /// After an upgrade, the earlier backup can be restored and used with the earlier program.
    @Test func aBackupReplacesNoPipeAndSaysWhyItCannotLock() async throws {
        try await with { folder in
            try await ledger(folder).close()
            let maker = BackupMaker(state: "\(folder)/state", version: "1")
            func refusal(_ name: String) -> BackupError? {
                #expect(throws: BackupError.self) {
                    try maker.write(to: "\(folder)/\(name)", with: Self.key, now: Self.start)
                }
            }
            try #require(unsafe mkfifo("\(folder)/pipe", 0o600) == 0)
            #expect(refusal("pipe")?.message.contains("pipe is not a file") == true)
            // A folder in the lock's place: no other backup runs.
            try BackupMaker.makeFolder("\(folder)/state/backup.lock")
            let unusable = refusal("b")
            #expect(unusable?.kind == .cannotWrite && unusable?.message.contains("backup.lock") == true)
        }
    }

    @Test func aBackupOfBeforeAnUpgradeComesBackForBothReleases() async throws {
        try await with { folder in
            let files = StoreConfiguration(path: "\(folder)/state/site.uploader.u1/uploader.sqlite")
            let next = SchemaVersion("999.0.0-ledger", statements: "ALTER TABLE attempts ADD COLUMN next TEXT;")
            let now = StoreKind.ledger
            let later = StoreKind(
                name: now.name,
                applicationID: now.applicationID,
                versions: now.versions + [next]
            )
            let store = try await ledger(folder)
            try await store.beginAttempt(logID: "a", revision: 1, fence: 1, sessionID: "s", at: Self.start)
            try await store.close()
            let made = try BackupMaker(state: "\(folder)/state", version: "1").write(
                to: "\(folder)/b",
                with: Self.key,
                now: Self.start
            )
            #expect(made.stores.map(\.migration) == [now.versions.last?.name])
            try await StoreFile.open(files, kind: later).close()
            let error = await #expect(throws: StoreError.self) { _ = try await ledger(folder) }
            #expect(error?.code == .newerSchema)
            _ = try BackupRestorer(state: "\(folder)/state").restore("\(folder)/b", with: Self.key, now: Self.start)
            let again = try await ledger(folder)
            #expect(try await again.unansweredAttempts(logID: "a").count == 1)
            try await again.close()
            let upgraded = try await StoreFile.open(files, kind: later)
            let found = try await upgraded.read { try String.fetchAll($0, sql: "SELECT log_id FROM attempts") }
            #expect(found == ["a"])
            try await upgraded.close()
        }
    }

    @Test func whatIsCutChangedOrForeignReplacesNothing() async throws {
        try await with { folder in
            let store = try await ledger(folder)
            try await store.close()
            let big = Data(repeating: 7, count: 300_000)
            try big.write(to: URL(filePath: "\(folder)/state/site.uploader.u1/picture"))
            let file = "\(folder)/b"
            _ = try BackupMaker(state: "\(folder)/state", version: "1").write(
                to: file,
                with: Self.key,
                now: Self.start
            )
            let whole = try Data(contentsOf: URL(filePath: file))
            let head = try #require(whole.firstIndex(of: 0x0A)) + 1
            let frame = BackupFrames.size + 16
            var changed = whole
            changed[whole.count - 100] ^= 1
            var swapped = whole.prefix(head) + whole[(head + frame)..<(head + 2 * frame)]
            swapped += whole[head..<(head + frame)] + whole[(head + 2 * frame)...]
            let broken = [
                whole.dropLast(1), whole.prefix(head + 2 * frame), whole.prefix(head), changed, swapped,
                whole + Data([0]), Data("no backup\n".utf8),
            ]
            let restorer = BackupRestorer(state: "\(folder)/state")
            for (index, bytes) in broken.enumerated() {
                try bytes.write(to: URL(filePath: file))
                #expect(throws: BackupError.self, "\(index)") {
                    try restorer.restore(file, with: Self.key, now: Self.start)
                }
            }
            try whole.write(to: URL(filePath: file))
            let passphrased = "\(folder)/c"
            _ = try BackupMaker(state: "\(folder)/state", version: "1").write(
                to: passphrased,
                with: Self.secret,
                now: Self.start
            )
            #expect(throws: BackupError.self) {
                try restorer.restore(passphrased, with: .passphrase(Array("another passphrase".utf8)), now: Self.start)
            }
            #expect(throws: BackupError.self) {
                try restorer.restore(file, with: .siteKey { _ in [1] }, now: Self.start)
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/state")
            #expect(!names.contains { $0.hasPrefix("replaced") })
            #expect(FileManager.default.fileExists(atPath: "\(folder)/state/site.uploader.u1/picture"))
            _ = try restorer.restore(file, with: Self.key, now: Self.start)
        }
    }
}
