internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import QueueStore

/// Switches activity logging for all processes of the site, and stores the choice.
struct LoggingService: ManagerService {
    /// The setting with the operator's choice.
    private static let setting = "logging"

    let parts: ServiceParts
    /// Serialises changes with the restoration of the stored choice, which must not override a newer one.
    private let turn = AsyncLock()

    init(_ parts: ServiceParts) { self.parts = parts }

    /// The operation that switches logging.
    var handlers: [RequestHandler] {
        [RequestHandler(SessionOperations.setLogging) { body, _ in try await setLogging(body) }]
    }

    /// Publishes the logging choice that was in effect when the process stopped.
    func restore() async {
        do {
            try await turn.withLock {
                let saved = try await store.setting(Self.setting)
                try await tell(saved.map { try WireJSON.decode(LoggingState.self, from: Array($0)) } ?? .off)
            }
        } catch {
            logger.warning("could not read the stored logging settings", metadata: ["error": "\(error)"])
        }
    }

    private func setLogging(_ logging: LoggingState) async throws -> LoggingState {
        guard logging.components.allSatisfy(\.isKnown), logging.components.count <= 16 else {
            throw BusError(.invalidArgument, message: "components are \(LoggingState.Component.list)")
        }
        guard logging.sink.isKnown else {
            throw BusError(.invalidArgument, message: "the sink must be \(LoggingState.Sink.list)")
        }
        let value = Data(try WireJSON.encode(logging))
        try await turn.withLock {
            try await store.set(value, for: Self.setting, at: environment.now())
            try await tell(logging)
        }
        return logging
    }

    private func tell(_ logging: LoggingState) async throws {
        parts.context.logSwitch.apply(logging)
        await states.set(LogTopics.state, values: [:], data: logging)
    }
}
