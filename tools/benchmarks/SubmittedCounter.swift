import BusContract
import HubRunner
import MessageBus
import OperatorConnection

/// Counts `recordSubmitted` on the bus, each event once.
actor SubmittedCounter {
    /// When each came.
    private(set) var times: [ContinuousClock.Instant] = []
    /// Holds an element for each reading that is committed and not told yet.
    nonisolated let room = BoundedQueue<Void>(capacity: LineProducer.openLimit)
    private var seen: Set<String> = []

    /// Counts from now on; the connection has to outlive the counting.
    static func start(_ connection: HubConnection) async throws -> SubmittedCounter {
        let counter = SubmittedCounter()
        let topic = SessionEvents.recordSubmitted.descriptor
        let subscription = try await connection.client.subscribe(to: [topic], hub: nil, capacity: 4_096)
        Task { for await message in subscription { await counter.take(message) } }
        return counter
    }

    /// Waits until so many came.
    func wait(for count: Int, within limit: Duration) async throws {
        let end = ContinuousClock.now + limit
        while times.count < count {
            guard ContinuousClock.now < end else {
                throw BenchError("\(times.count) of \(count) records were told as submitted in \(limit)")
            }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    private func take(_ message: BusMessage) async {
        // The event's id mirrors in the properties, which spares this process the reading of every payload.
        guard let id = message.properties.userProperties.first(where: { $0.name == "id" })?.value,
            seen.insert(id).inserted
        else { return }
        times.append(.now)
        _ = await room.next()
    }
}
