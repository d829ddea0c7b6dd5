import BusContract
import HubRunner
import VitalRecords

/// Counts what the bus tells, by distinct log id.
actor Tally {
    /// The records that were told as submitted.
    private(set) var submitted: Set<LogID> = []
    /// The records that were told as refused.
    private(set) var failed: Set<LogID> = []
    private var watching: Task<Void, Never>?

    /// Counts from now on; the connection has to outlive the counting.
    func start(_ connection: HubConnection) {
        let feed = HubFeed(connection.client, connection.requests)
        watching = Task {
            while !Task.isCancelled {
                try? await feed.run { await self.take($0) }
                try? await Task.sleep(for: .milliseconds(500))
            }
        }
    }

    /// Ends the counting.
    func stop() {
        watching?.cancel()
    }

    private func take(_ event: LiveEvent) {
        switch event {
        case .submitted(let event): submitted.insert(event.record.logID)
        case .failed(let event): failed.insert(event.record.logID)
        default: break
        }
    }
}
