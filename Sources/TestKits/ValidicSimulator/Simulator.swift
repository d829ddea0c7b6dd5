import SimulatedServer
public import UnixSignals

/// A server with the public parts of both Validic APIs, which remembers accepted records and fails on request.
public struct Simulator: Sendable {
    private let server: SimulatedServer<ValidicAPI>

    /// Creates a simulator and reads its journal.
    ///
    /// - Throws: ``SimulatorError`` if the journal cannot be opened or is damaged.
    public init(_ configuration: SimulatorConfiguration) throws {
        let api = ValidicAPI(state: try SimulatorState(configuration))
        server = SimulatedServer(api, settings: configuration.server, name: "validic-simulator")
    }

    /// Serves until the task is cancelled, or until one of the given signals arrives.
    ///
    /// - Parameters:
    ///   - signals: The signals that stop it in order, after open requests (at most 5 s).
    ///   - onReady: Called once it listens, with the TCP port, or 0 on a Unix socket.
    public func run(
        stoppingOn signals: [UnixSignal] = [],
        onReady: @escaping @Sendable (Int) async -> Void
    ) async throws {
        try await server.run(stoppingOn: signals, onReady: onReady)
    }
}

/// Both APIs of the service, by path.
struct ValidicAPI: SimulatedAPI {
    let state: SimulatorState

    var ownFaults: Set<FaultKind> { [.refuseOne] }

    var faults: [Fault] { get async { await state.faults } }

    func drawFaults(path: String, method: String) async -> [Fault] {
        await state.drawFaults(path: path, method: method)
    }

    func answer(_ call: Call) async throws -> Answer {
        call.path.first == "v1"
            ? try await LegacyAPI(state: state).answer(call) : try await InformAPI(state: state).answer(call)
    }

    func control(_ call: Call) async throws -> Answer { try await ControlAPI(state: state).answer(call) }

    func failure(_ status: Int, text: String, path: String) -> Answer {
        path.hasPrefix("/v1/")
            ? LegacyAPI.failure(status, message: text, errors: .string(text))
            : InformAPI.failure(status, text: text)
    }
}
