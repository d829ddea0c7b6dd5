import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle
public import UnixSignals

/// A server with the public parts of both Validic APIs, which remembers accepted records and fails on request.
public struct Simulator: Sendable {
    private let configuration: SimulatorConfiguration
    private let state: SimulatorState

    /// Makes a simulator and reads its journal.
    ///
    /// - Throws: ``SimulatorError`` if the journal cannot be opened or is damaged.
    public init(_ configuration: SimulatorConfiguration) throws {
        self.configuration = configuration
        state = try SimulatorState(configuration)
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
        var logger = Logger(label: "validic-simulator") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        let application = Application(
            responder: SimulatorResponder(
                state: state,
                controlToken: configuration.controlToken,
                maximumBody: configuration.maximumBody
            ),
            server: try server(),
            configuration: ApplicationConfiguration(address: address, serverName: "validic-simulator"),
            onServerRunning: { await onReady($0.localAddress?.port ?? 0) },
            logger: logger
        )
        var group = ServiceGroupConfiguration(
            services: [application],
            gracefulShutdownSignals: signals,
            logger: logger
        )
        group.maximumGracefulShutdownDuration = .seconds(5)
        try await ServiceGroup(configuration: group).run()
    }

    private var address: BindAddress {
        switch configuration.address {
        case .tcp(let host, let port): .hostname(host, port: port)
        case .unixSocket(let path): .unixDomainSocket(path: path)
        }
    }

    private func server() throws -> HTTPServerBuilder {
        switch configuration.transport {
        case .plain: return .http1()
        case .plainHTTP2: return .plaintextHTTP2()
        case .tls(let certificate, let key):
            let chain = try NIOSSLCertificate.fromPEMFile(certificate).map { NIOSSLCertificateSource.certificate($0) }
            let privateKey = try NIOSSLPrivateKey(file: key, format: .pem)
            return try .http2Upgrade(
                tlsConfiguration: .makeServerConfiguration(certificateChain: chain, privateKey: .privateKey(privateKey))
            )
        }
    }
}
