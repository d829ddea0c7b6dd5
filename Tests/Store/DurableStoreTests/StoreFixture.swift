import DeliveryRules
import DurableStore
import Foundation
import GRDB

/// A private folder with store files; whoever makes it removes it at the end.
struct StoreFixture: Sendable {
    let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/vitalbus-store-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// Removes the folder and everything in it.
    func remove() {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// A date that is the same in every run.
    static let start = Date(timeIntervalSince1970: 1_700_000_000)

    func path(_ name: String = "store.sqlite") -> String { folder + "/" + name }

    func configuration(
        _ name: String = "store.sqlite",
        capacity: Int = 1_024,
        batchLimit: Int = 256
    ) -> StoreConfiguration {
        StoreConfiguration(
            path: path(name),
            busyTimeout: .milliseconds(50),
            capacity: capacity,
            batchLimit: batchLimit
        )
    }

    func outbox() async throws -> OutboxStore { try await OutboxStore.open(configuration()) }

    func ledger() async throws -> LedgerStore { try await LedgerStore.open(configuration()) }

    func queue() async throws -> QueueStore {
        try await QueueStore.open(configuration(), notifications: PlainNotifications())
    }

    /// A second connection, as another process would have it.
    func otherConnection() throws -> DatabaseQueue {
        var settings = Configuration()
        settings.allowsUnsafeTransactions = true
        return try DatabaseQueue(path: path(), configuration: settings)
    }
}
