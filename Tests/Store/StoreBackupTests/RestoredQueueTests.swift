import DeliveryRules
import Foundation
import QueueStore
import StoreEngine
import TestSupport
import Testing

@testable import StoreBackup

/// A restored queue is an older copy, and an interrupted restore leaves no usable store.
@Suite struct RestoredQueueTests {
    private struct Silent: QueueNotifications {
        func notification(for action: DeliveryAction, record: StoredRecord, at: Date) -> NewNotification? { nil }
        func sessionEnded(_ session: StoredSession, unsynced: Int, first: [StoredRecord], at: Date) -> NewNotification?
        {
            nil
        }
    }

    private static let start = Date(timeIntervalSince1970: 1_800_000_000)
    private static let secret = BackupSecret.siteKey { salt in salt }

    private func open(_ state: String) async throws -> QueueStore {
        let folder = "\(state)/site.session-manager.main"
        let files = StoreConfiguration(path: "\(folder)/session-manager.sqlite", witness: "\(folder).witness")
        return try await QueueStore.open(files, notifications: Silent(), at: Self.start)
    }

    private func work(_ state: String) async throws {
        let store = try await open(state)
        for number in 0..<3 { try await store.set(Data("\(number)".utf8), for: "test", at: Self.start) }
        try await store.close()
    }

    @Test func aRestoreThatIsCutOffIsRepeated() async throws {
        let folder = ShortPath.make("vbq")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (state, file) = ("\(folder)/state", "\(folder)/b")
        try BackupMaker.makeFolder(state)
        try await work(state)
        let made = try BackupMaker(state: state, version: "1").write(to: file, with: Self.secret, now: Self.start)
        #expect(made.stores.first?.mark?.counter == 4)
        let path = "site.session-manager.main/session-manager.sqlite"
        let (record, mark) = (try #require(BackupRecord.read(state: state)), try #require(made.stores.first?.mark))
        #expect(record.made == Self.start && record.hasGeneration(of: mark, at: path))
        try await work(state)
        let restorer = BackupRestorer(state: state)
        _ = try restorer.restore(file, with: Self.secret, now: Self.start)
        // An interruption before the last step leaves the note of the restore without the database.
        try FileManager.default.moveItem(
            atPath: "\(state)/site.session-manager.main",
            toPath: "\(state)/.restore"
        )
        let error = await #expect(throws: StoreError.self) { _ = try await open(state) }
        #expect(error?.code == .notNewest)
        _ = try restorer.restore(file, with: Self.secret, now: Self.start)
        let store = try await open(state)
        #expect(store.gap?.until == Self.start)
        // The restored database differs from the backed-up one: an older copy was accepted, and a new backup is due.
        let present = try #require(try await store.mark())
        #expect(BackupRecord.read(state: state)?.hasGeneration(of: present, at: path) == false)
        try await store.close()
        #expect(StoreDoubt.find(in: state).isEmpty)
    }
}
