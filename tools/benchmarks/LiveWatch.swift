import BusContract
import Foundation
import HubRunner
import LoadFacts
import MessageBus
import OperatorConnection
import VitalRecords

/// Sends live readings one by one and waits for each one's notification, among those of history.
actor LiveWatch {
    private static let limit = Duration.seconds(30)

    private var told: [ReadingKey: ContinuousClock.Instant] = [:]
    private var awaited: Set<ReadingKey> = []
    private var number = 0

    /// Watches from now on; the connection has to outlive the watch.
    static func start(_ connection: HubConnection) async throws -> LiveWatch {
        let watch = LiveWatch()
        let topic = SessionEvents.recordSubmitted.descriptor
        let subscription = try await connection.client.subscribe(to: [topic], hub: nil, capacity: 4_096)
        Task { for await message in subscription { await watch.take(message) } }
        return watch
    }

    /// The milliseconds from the commit to the notification of so many readings, some every second.
    func delays(_ count: Int, _ producer: LineProducer, _ hub: HubID) async throws -> [Double] {
        var delays: [Double] = []
        for _ in 0..<count {
            number += 1
            let reading = LineUsers.reading(number, hub: hub)
            awaited.insert(reading.readingKey)
            let start = ContinuousClock.now
            try await producer.commit(reading)
            delays.append((try await wait(for: reading.readingKey, since: start) - start).milliseconds)
            try await Task.sleep(for: .milliseconds(.random(in: 5...45)))
        }
        return delays
    }

    /// How many records wait.
    func pending(_ connection: HubConnection) async throws -> Int {
        let state = try await connection.requests.call(
            SessionOperations.processQueue,
            hub: BusAddress.siteHub,
            body: Empty(),
            timeout: .seconds(20)
        )
        return state.pending
    }

    private func wait(
        for key: ReadingKey,
        since start: ContinuousClock.Instant
    ) async throws -> ContinuousClock.Instant {
        while true {
            if let time = told.removeValue(forKey: key) { return time }
            guard ContinuousClock.now - start < Self.limit else {
                throw BenchError("a live reading was not told in \(Self.limit)")
            }
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    private func take(_ message: BusMessage) {
        let time = ContinuousClock.now
        guard let event = try? Envelope<RecordSubmitted>.decode(message.payload).data,
            awaited.remove(event.record.readingKey) != nil
        else { return }
        told[event.record.readingKey] = time
    }
}
