import Foundation
import GRDB
import LedgerStore
import Outbox
import StoreSupport
import TestSupport
import Testing

@testable import StoreEngine

@Suite struct StoreFailureTests {
    private func openError(_ fixture: StoreFixture, _ name: String = "store.sqlite") async -> StoreError? {
        await #expect(throws: StoreError.self) { _ = try await OutboxStore.open(fixture.configuration(name)) }
    }

    @Test func filesAreForTheirOwnerOnly() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let store = try await OutboxStore.open(fixture.configuration("new/store.sqlite"))
        _ = try await store.saveFrame(device: "d", characteristic: "c", bytes: Data([1]), at: StoreFixture.start)
        for (name, mode) in [
            ("new", 0o700), ("new/store.sqlite", 0o600), ("new/store.sqlite-wal", 0o600),
            ("new/store.sqlite-shm", 0o600),
        ] {
            let attributes = try FileManager.default.attributesOfItem(atPath: fixture.path(name))
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == mode, "\(name)")
        }
    }

    @Test func everyCommitIsSynced() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let writer = try await fixture.outbox().writer
        let settings = try await writer.read { database in
            [
                try String.fetchOne(database, sql: "PRAGMA journal_mode"),
                try String.fetchOne(database, sql: "PRAGMA synchronous"),
                try String.fetchOne(database, sql: "PRAGMA foreign_keys"),
            ]
        }
        #expect(settings == ["wal", "2", "1"])
    }

    @Test func aFileWhoseMakingWasCutOffIsMadeAnew() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let making = try DatabaseQueue(path: fixture.path("making"))
        try making.inDatabase { database in
            // A cache of two pages makes SQLite write into the file before the transaction ends.
            try database.execute(sql: "PRAGMA cache_size = 2; BEGIN; CREATE TABLE half (bytes BLOB)")
            for _ in 0..<100 { try database.execute(sql: "INSERT INTO half VALUES (randomblob(1000))") }
            for suffix in ["", "-journal"] {
                try FileManager.default.copyItem(
                    atPath: fixture.path("making\(suffix)"),
                    toPath: fixture.path() + suffix
                )
            }
            try database.execute(sql: "ROLLBACK")
        }
        #expect(StoreFile.size(fixture.path()) > 50_000)
        #expect(StoreFile.size(fixture.path() + "-journal") > 0)
        let store = try await fixture.outbox()
        _ = try await store.saveFrame(device: "d", characteristic: "c", bytes: Data([1]), at: StoreFixture.start)
        #expect(try await store.writer.read { try !$0.tableExists("half") })
    }

    @Test func fullDiskFailsEveryCallerAndHealsByItself() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let store = try await fixture.outbox()
        _ = try await store.saveFrame(device: "d", characteristic: "c", bytes: Data([1]), at: StoreFixture.start)
        let pages = try await store.writer.read { try Int.fetchOne($0, sql: "PRAGMA page_count") } ?? 0
        try await store.writer.write { try $0.execute(sql: "PRAGMA max_page_count = \(pages)") }
        let codes = await withTaskGroup(of: StoreErrorCode?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    do {
                        _ = try await store.saveFrame(
                            device: "d",
                            characteristic: "c",
                            bytes: Data(count: 20_000),
                            at: StoreFixture.start
                        )
                        return nil
                    } catch {
                        return (error as? StoreError)?.code
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes == Array(repeating: .full, count: 8))
        let health = await store.health
        #expect(!health.isWritable)
        #expect(health.lastError?.code == .full)
        #expect(health.lastError?.isRetriable == true)
        #expect(try await store.undecodedFrames(limit: 99).count == 1, "nothing of a failed commit is there")
        // A pragma needs no page, so it succeeds; once there is room, the next write heals the store.
        try await store.writer.write { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
        #expect(await store.probe(at: StoreFixture.start).isWritable)
        _ = try await store.saveFrame(
            device: "d",
            characteristic: "c",
            bytes: Data(count: 20_000),
            at: StoreFixture.start
        )
        #expect(await store.health.lastError == nil)
    }

    @Test func damagedFileIsRefusedAndKept() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let store = try await fixture.outbox()
        for _ in 0..<200 {
            _ = try await store.saveFrame(
                device: "d",
                characteristic: "c",
                bytes: Data(count: 500),
                at: StoreFixture.start
            )
        }
        try await store.close()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: fixture.path()))
        for offset in stride(from: 4_096, to: bytes.count, by: 64) { bytes[offset] ^= 0x5a }
        try bytes.write(to: URL(fileURLWithPath: fixture.path()))
        let error = await openError(fixture)
        #expect(error?.code == .corrupt)
        #expect(error?.isRetriable == false)
        #expect(error?.path == fixture.path())
        #expect(FileManager.default.contents(atPath: fixture.path()) == bytes, "the evidence stays as it was")
    }

    @Test func aLargeFileIsCheckedBesideTheWorkAfterAnEndInOrder() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        var configuration = fixture.configuration()
        configuration.checkLimit = 0
        let store = try await OutboxStore.open(configuration)
        for _ in 0..<200 {
            _ = try await store.saveFrame(
                device: "d",
                characteristic: "c",
                bytes: Data(count: 500),
                at: StoreFixture.start
            )
        }
        #expect(try await store.depth().readings == 0, "a reader's connection is open, too")
        #expect(StoreFile.mustCheckFirst(configuration), "its log is there: it did not end in order")
        try await store.close()
        #expect(!StoreFile.mustCheckFirst(configuration))
        let again = try await OutboxStore.open(configuration)
        try await again.close()
        #expect(!StoreFile.mustCheckFirst(configuration), "the check does not keep the log")
        // Damages the last quarter, where the frames are: the start reads only earlier pages, those of the tables.
        var bytes = try Data(contentsOf: URL(fileURLWithPath: configuration.path))
        for offset in stride(from: bytes.count * 3 / 4, to: bytes.count, by: 64) { bytes[offset] ^= 0x5a }
        try bytes.write(to: URL(fileURLWithPath: configuration.path))
        let damaged = try await OutboxStore.open(configuration)
        try await eventually("the damage is found") { await damaged.health.damage != nil }
        #expect(await damaged.health.damage?.code == .corrupt)
        try await damaged.close()
        configuration.checkLimit = 1 << 30
        await #expect(throws: StoreError.self) { _ = try await OutboxStore.open(configuration) }
    }

    @Test func foreignFilesAreRefused() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let text = Data(repeating: 0x41, count: 5_000)
        try text.write(to: URL(fileURLWithPath: fixture.path("text")))
        #expect(await openError(fixture, "text")?.code == .corrupt)
        #expect(FileManager.default.contents(atPath: fixture.path("text")) == text)
        try await DatabaseQueue(path: fixture.path("other")).write { try $0.execute(sql: "CREATE TABLE x (y)") }
        let other = FileManager.default.contents(atPath: fixture.path("other"))
        #expect(await openError(fixture, "other")?.code == .wrongStore)
        #expect(FileManager.default.contents(atPath: fixture.path("other")) == other)
        try await fixture.ledger().close()
        #expect(await openError(fixture)?.code == .wrongStore)
    }

    @Test func lockedFileSaysSo() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        let store = try await fixture.outbox()
        let other = try fixture.otherConnection()
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
        let error = await #expect(throws: StoreError.self) {
            _ = try await store.saveFrame(device: "d", characteristic: "c", bytes: Data(), at: StoreFixture.start)
        }
        #expect(error?.code == .locked)
        #expect(error?.isRetriable == true)
        #expect(await store.health.isWritable == false)
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        _ = try await store.saveFrame(device: "d", characteristic: "c", bytes: Data(), at: StoreFixture.start)
        #expect(await store.health.isWritable)
    }

    @Test func openingALockedFileSaysSo() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        try await fixture.outbox().close()
        let other = try fixture.otherConnection()
        try await other.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
        }
        #expect(await openError(fixture)?.code == .locked)
        try other.close()
    }

    @Test func impossiblePathsSaySo() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        try FileManager.default.createDirectory(atPath: fixture.path("folder"), withIntermediateDirectories: false)
        #expect(await openError(fixture, "folder")?.code == .cannotOpen)
        try Data().write(to: URL(fileURLWithPath: fixture.path("file")))
        #expect(await openError(fixture, "file/store.sqlite")?.code == .cannotOpen)
    }

    @Test(.enabled(if: StoreFailureTests.canProtect, "needs chattr and the right to use it"))
    func readOnlyFileSaysSo() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        try await fixture.outbox().close()
        try Self.chattr("+i", fixture.path())
        let error = await openError(fixture)
        try Self.chattr("-i", fixture.path())
        #expect(error?.code == .readOnly)
        #expect(error?.isRetriable == false)
        try await fixture.outbox().close()
    }

    @Test(.enabled(if: StoreFailureTests.canProtect, "needs chattr and the right to use it"))
    func readOnlyFolderSaysSo() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        try Self.chattr("+i", fixture.folder)
        let error = await openError(fixture)
        try Self.chattr("-i", fixture.folder)
        #expect(error?.code == .readOnly)
    }

    private static func chattr(_ flag: String, _ path: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/chattr")
        process.arguments = [flag, path]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteNoPermission) }
    }

    /// Even root cannot write to an immutable file, so the test is the same for every user that can set the flag.
    private static let canProtect: Bool = {
        do {
            let fixture = try StoreFixture()
            defer { fixture.remove() }
            try Data().write(to: URL(fileURLWithPath: fixture.path("x")))
            try chattr("+i", fixture.path("x"))
            try chattr("-i", fixture.path("x"))
            return true
        } catch {
            return false
        }
    }()
}
