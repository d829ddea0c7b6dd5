internal import BusContract
package import HubRunner
package import VitalRecords

/// Counts notifications on the bus by distinct log ID.
package actor Tally {
    /// The records notified as submitted.
    package private(set) var submitted: Set<LogID> = []
    /// The submitted records that come from an export.
    package private(set) var imported: Set<LogID> = []
    /// The records notified as refused.
    package private(set) var failed: Set<LogID> = []
    /// The number of distinct `recordSubmitted` notifications for each record.
    package private(set) var submissions: [LogID: Int] = [:]
    private var watching: Task<Void, Never>?

    /// Creates an empty tally.
    package init() {}

    /// Starts counting; the connection must outlive it.
    package func start(_ connection: HubConnection) {
        let feed = HubFeed(connection.client, requests: connection.requests)
        watching = Task {
            while !Task.isCancelled {
                try? await feed.run { await self.take($0) }
                try? await Task.sleep(for: .milliseconds(500))
            }
        }
    }

    /// Stops counting.
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
