internal import BusContract
package import HubRunner
package import VitalRecords

/// Counts what the bus tells, by distinct log id.
package actor Tally {
    /// The records that were told as submitted.
    package private(set) var submitted: Set<LogID> = []
    /// Those of them that came out of an export.
    package private(set) var imported: Set<LogID> = []
    /// The records that were told as refused.
    package private(set) var failed: Set<LogID> = []
    /// How many `recordSubmitted` with an id of their own came for each record.
    package private(set) var submissions: [LogID: Int] = [:]
    private var watching: Task<Void, Never>?

    /// Makes an empty tally.
    package init() {}

    /// Counts from now on; the connection has to outlive the counting.
    package func start(_ connection: HubConnection) {
        let feed = HubFeed(connection.client, connection.requests)
        watching = Task {
            while !Task.isCancelled {
                try? await feed.run { await self.take($0) }
                try? await Task.sleep(for: .milliseconds(500))
            }
        }
    }

    /// Ends the counting.
    package func stop() {
        watching?.cancel()
    }

    private func take(_ event: LiveEvent) {
        switch event {
        case .submitted(let event):
            submitted.insert(event.record.logID)
            if event.record.source.kind == .healthImport { imported.insert(event.record.logID) }
            submissions[event.record.logID, default: 0] += 1
        case .failed(let event): failed.insert(event.record.logID)
        default: break
        }
    }
}
