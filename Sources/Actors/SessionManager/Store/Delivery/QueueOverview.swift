internal import StoreEngine

/// What the queue's state shows, at one moment.
public struct QueueOverview: Sendable {
    /// How full the queue is.
    public let depths: QueueDepths
    /// The destinations that are not in use, by name.
    public let paused: [PausedDestination]
    /// The oldest waiting work.
    public let waiting: [WaitingWork]
}

extension DeliveryTable {
    /// What the queue's state shows, read in one transaction.
    ///
    /// - Parameter limit: The most of the waiting work to return.
    public func overview(waiting limit: Int) async throws -> QueueOverview {
        try await writer.read { database in
            QueueOverview(
                depths: try QueueDepths.fetch(database, seat: nil),
                paused: try PausedDestination.fetchAll(database),
                waiting: try WaitingWork.fetchAll(database, limit: limit)
            )
        }
    }
}
