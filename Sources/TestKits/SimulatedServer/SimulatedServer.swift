import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle
package import UnixSignals

/// A server of a simulated API.
package struct SimulatedServer<API: SimulatedAPI>: Sendable {
    private let api: API
    private let settings: ServerSettings
    private let name: String

    /// Creates a server.
    ///
    /// - Parameter name: What it calls itself in its answers and its log.
    package init(_ api: API, settings: ServerSettings, name: String) {
        self.api = api
        self.settings = settings
        self.name = name
    }

    /// Serves until the task is cancelled, or until one of the given signals arrives.
    ///
    /// - Parameters:
    ///   - signals: The signals that stop it in order, after open requests (at most 5 s).
    ///   - onReady: Called once it listens, with the TCP port, or 0 on a Unix socket.
    package func run(
        stoppingOn signals: [UnixSignal],
        onReady: @escaping @Sendable (Int) async -> Void
    ) async throws {
        var logger = Logger(label: name) { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        let application = Application(
            responder: SimulatedResponder(
                api: api,
                controlToken: settings.controlToken,
                maximumBody: settings.maximumBody
            ),
            server: try server(),
            configuration: ApplicationConfiguration(address: address, serverName: name),
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
        switch settings.address {
        case .tcp(let host, let port): .hostname(host, port: port)
        case .unixSocket(let path): .unixDomainSocket(path: path)
        }
    }

    private func server() throws -> HTTPServerBuilder {
        switch settings.transport {
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
