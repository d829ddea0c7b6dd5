internal import ActorRuntime
internal import BusContract
internal import DurableStore
internal import FoundationEssentials
internal import Logging
internal import MessageBus

extension SessionManagerActor {
    /// What an operator set of the log is saved by this name.
    private static let loggingSetting = "logging"

    /// The operation that switches logging.
    var loggingHandlers: [RequestHandler] {
        [RequestHandler(SessionOperations.setLogging) { [self] body, _ in try await setLogging(body) }]
    }

    /// Tells every process what is logged, as it was when this one stopped.
    func restoreLogging() async {
        do {
            let saved = try await store.setting(Self.loggingSetting)
            try await tell(saved.map { try WireJSON.decode(LoggingState.self, from: Array($0)) } ?? .off)
        } catch {
            context.logger.warning("what is logged cannot be read", metadata: ["error": "\(error)"])
        }
    }

    private func setLogging(_ logging: LoggingState) async throws -> LoggingState {
        guard logging.components.allSatisfy(\.isKnown), logging.components.count <= 16 else {
            throw BusError(.invalidArgument, "components are \(LoggingState.Component.list)")
        }
        guard logging.sink.isKnown else {
            throw BusError(.invalidArgument, "the sink is \(LoggingState.Sink.list)")
        }
        let value = Data(try WireJSON.encode(logging))
        try await store.set(value, for: Self.loggingSetting, at: context.environment.now())
        try await tell(logging)
        return logging
    }

    private func tell(_ logging: LoggingState) async throws {
        context.logSwitch.apply(logging)
        await context.states.set(LogTopics.state, [:], logging)
    }
}
