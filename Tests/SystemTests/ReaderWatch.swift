import BusContract
import ContractLiterals
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import Synchronization

/// The health and events of all hubs' device readers.
final class ReaderWatch: Sendable {
    /// The newest health by its topic.
    private let healths = Mutex<[String: ActorHealth]>([:])
    /// The hubs whose readers know a device.
    private let knowing = Mutex<Set<String>>([])

    /// Watches while a body runs; the readers report every second if `health.interval` says so.
    static func with(
        _ line: RunningLine,
        _ body: @Sendable @escaping (ReaderWatch) async throws -> Void
    ) async throws {
        let watch = ReaderWatch()
        let subscription = try await line.connection.client.subscribe(
            to: [PresenceTopics.health.descriptor, ReaderTopics.passiveState.descriptor],
            hub: nil,
            values: ["actor": BusRole.deviceReader.rawValue]
        )
        let watching = Task {
            for await message in subscription { watch.take(message) }
        }
        defer {
            subscription.cancel()
            watching.cancel()
        }
        try await body(watch)
    }

    private func take(_ message: BusMessage) {
        if let state = try? Envelope<PassiveState>.decode(message.payload).data {
            if !state.devices.isEmpty { _ = knowing.withLock { $0.insert(state.hub) } }
        } else if let health = try? Envelope<ActorHealth>.decode(message.payload).data {
            healths.withLock { $0[message.topic] = health }
        }
    }

    /// The number of hubs whose readers know a device, whether they read it or leave it to another hub for now.
    var knowers: Int { knowing.withLock { $0.count } }

    /// The sum of a counter over all readers.
    func sum(of counter: String) -> Int {
        healths.withLock { $0.values.reduce(0) { $0 + Int($1.counters[counter] ?? 0) } }
    }

    /// The number of readings in all outboxes.
    var outboxes: Int {
        healths.withLock { $0.values.reduce(0) { $0 + ($1.queueDepths["outbox"] ?? 0) } }
    }
}
