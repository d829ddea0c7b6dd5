package import Foundation
package import GRDB
package import LedgerStore
package import Outbox
package import QueueStore
package import StoreEngine

/// A private folder with store files, which its creator must remove.
package struct StoreFixture: Sendable {
    /// The folder.
    package let folder: String

    /// Creates the folder.
    package init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/vitalbus-store-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// Removes the folder and everything in it.
    package func remove() {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// A date that is the same in every run.
    package static let start = Date(timeIntervalSince1970: 1_700_000_000)

    /// The path of a file of it.
    package func path(_ name: String = "store.sqlite") -> String { folder + "/" + name }

    /// A configuration with a short timeout for locked files, and without a commit for joining writes alone.
    package func configuration(
        _ name: String = "store.sqlite",
        capacity: Int = 1_024,
        batchLimit: Int = 256
    ) -> StoreConfiguration {
        StoreConfiguration(
            path: path(name),
            busyTimeout: .milliseconds(50),
            capacity: capacity,
            batchLimit: batchLimit,
            // On a slow machine a joining write would be committed before the write that a test lets it join.
            joinPatience: .seconds(3_600)
        )
    }

    /// The outbox in the store file.
    package func outbox() async throws -> OutboxStore { try await OutboxStore.open(configuration()) }

    /// The ledger in the store file.
    package func ledger() async throws -> LedgerStore { try await LedgerStore.open(configuration()) }

    /// The queue in the store file, with ``PlainNotifications``.
    package func queue() async throws -> QueueStore {
        try await FreshQueue.place(at: path())
        return try await QueueStore.open(configuration(), notifications: PlainNotifications())
    }

    /// A second connection, as another process would have it.
    package func otherConnection() throws -> DatabaseQueue {
        var settings = Configuration()
        settings.allowsUnsafeTransactions = true
        return try DatabaseQueue(path: path(), configuration: settings)
    }
}
