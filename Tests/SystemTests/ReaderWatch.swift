import BusContract
import ContractLiterals
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import Synchronization

/// What the device readers of all hubs say of their work.
final class ReaderWatch: Sendable {
    /// The newest health by its topic.
    private let healths = Mutex<[String: ActorHealth]>([:])
    /// The hubs whose readers know of a device.
    private let knowing = Mutex<Set<String>>([])

    /// Watches while a body runs; the readers tell once a second where `health.interval` says so.
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

    /// How many hubs' readers know of a device: it is theirs to read, or left to another hub for now.
    var knowers: Int { knowing.withLock { $0.count } }

    /// A counter of all readers, added.
    func sum(of counter: String) -> Int {
        healths.withLock { $0.values.reduce(0) { $0 + Int($1.counters[counter] ?? 0) } }
    }

    /// How many readings wait in all outboxes.
    var outboxes: Int {
        healths.withLock { $0.values.reduce(0) { $0 + ($1.queueDepths["outbox"] ?? 0) } }
    }
}
