import FoundationEssentials
import Logging
import MessageBus
import TestSupport

/// Processes on one in-memory broker, with a clock that the test advances.
struct Harness: Sendable {
    static let epochSeconds = 1_795_254_000.0

    let broker = InMemoryBroker()
    let clock = ManualClock()
    private let ids = Counter()

    var environment: BusEnvironment {
        BusEnvironment(
            now: { [clock] in
                Date(timeIntervalSince1970: Self.epochSeconds + clock.now.offset.seconds)
            },
            newID: { [ids] in "id-\(ids.next())" },
            clock: clock
        )
    }

    func client(_ actor: String, instance: String = "1", bus: (any Bus)? = nil) throws -> BusClient {
        let address = try BusAddress(site: "s1", hub: "h1", actor: actor, instance: instance)
        return BusClient(bus: bus ?? broker.connect(), address: address, epoch: 1, environment: environment)
    }

    /// Runs a server and a caller while the body runs.
    func serving(
        _ handlers: [RequestHandler],
        _ body: @Sendable (Served) async throws -> Void
    ) async throws {
        let bus = ObservedBus(broker.connect())
        let place = try client(Sample.server.rawValue, bus: bus)
        let server = try RequestServer(place, handlers: handlers, logger: .silent)
        let caller = try client("caller")
        let requests = RequestClient(caller)
        try await withThrowingTaskGroup(of: Void.self) { group in
            let serverTask = Task { try await server.run() }
            group.addTask { try await requests.run() }
            _ = await bus.subscriptions.next()
            defer { group.cancelAll() }
            try await body(
                Served(
                    requests: requests,
                    caller: caller,
                    bus: bus,
                    serverTask: serverTask,
                    harness: self,
                    server: place
                )
            )
            serverTask.cancel()
        }
    }
}
