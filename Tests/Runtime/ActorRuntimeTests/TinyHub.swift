import ActorRuntime
import BusContract
import Foundation
import Logging
import MessageBus
import Synchronization
import TestSupport

/// Connects to a broker in this process.
struct InMemoryConnector: BusConnector {
    let broker: InMemoryBroker
    let requests: Requests

    /// The requested connections, the first being an actor's own.
    final class Requests: Sendable {
        let all = Mutex<[BusConnectionRequest]>([])
    }

    func connect(_ request: BusConnectionRequest, logger: Logger) throws -> BusConnection {
        requests.all.withLock { $0.append(request) }
        let bus = broker.connect(will: request.will)
        return BusConnection(
            bus: bus,
            run: {
                let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
                for await _ in stream {}
                continuation.finish()
            },
            close: {}
        )
    }
}

/// A broker, a state directory, and an observer of the bus.
struct TinyHub {
    let broker = InMemoryBroker()
    let requests = InMemoryConnector.Requests()
    let directory: TemporaryFolder

    init() throws {
        directory = try TemporaryFolder()
    }

    /// - Parameter clock: The clock of the process's deadlines and pauses.
    func platform(on clock: any Clock<Duration>) -> ActorPlatform {
        let system = BusEnvironment.system
        return ActorPlatform(
            version: "1.2.3",
            connector: InMemoryConnector(broker: broker, requests: requests),
            actorNames: ["tiny-actor", "other-actor"],
            environment: BusEnvironment(now: system.now, newID: system.newID, clock: clock)
        )
    }

    func run(
        _ flags: [String: String] = [:],
        environment: [String: String] = [:],
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> ActorRun<TinyActor> {
        let platform = platform(on: clock)
        var all = ["site": "home", "hub": "room-1", "state.directory": directory.path]
        all.merge(flags) { $1 }
        let sources = ConfigurationSources(flags: all.map { ($0.key, $0.value, "--set \($0.key)") })
        let configuration = try ConfigurationLoader(TinyActor.self, actors: platform.actorNames).load(sources)
        return try await ActorRun<TinyActor>(
            configuration,
            platform: platform,
            environment: environment,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    var journal: Journal { Journal.at("\(directory.path)/room-1.tiny-actor.main") }

    func topic(_ leaf: String) -> String { "vitalbus/v1/home/room-1/\(leaf)" }

    func watch(_ leaf: String) async throws -> BusSubscription {
        try await broker.connect().subscribe(to: [TopicFilter(topic(leaf))])
    }

    /// Waits for a plain text on a subscription.
    func wait(for text: String, on subscription: BusSubscription) async {
        for await message in subscription where String(decoding: message.payload, as: UTF8.self) == text { return }
    }
}
