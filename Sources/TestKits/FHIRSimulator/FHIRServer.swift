import SimulatedServer
public import UnixSignals

/// A FHIR server in memory that keeps every version, counts them, and fails on request.
public struct FHIRServer: Sendable {
    private let server: SimulatedServer<FHIRAPI>

    /// Creates a server and reads its journal.
    ///
    /// - Throws: ``SimulatorError`` if the journal cannot be opened or is damaged.
    public init(_ configuration: FHIRServerConfiguration) throws {
        let isSecure = if case .tls = configuration.server.transport { true } else { false }
        let api = FHIRAPI(state: try FHIRState(configuration), scheme: isSecure ? "https" : "http")
        server = SimulatedServer(api, settings: configuration.server, name: "fhir-simulator")
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
