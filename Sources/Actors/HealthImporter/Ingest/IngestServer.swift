internal import ActorRuntime
internal import FoundationEssentials
internal import HTTPDoor
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore

/// Receives exports by HTTP into the spool folders.
struct IngestServer: Sendable {
    private let settings: IngestSettings
    private let spool: URL
    private let logger: Logger
    private let desk: IngestDesk

    init(_ settings: IngestSettings, spool: URL, logger: Logger, desk: IngestDesk) {
        self.settings = settings
        self.spool = spool
        self.logger = logger
        self.desk = desk
    }

    /// The certificate that apps verify; nil without one.
    var certificate: ServedCertificate? { settings.certificate }

    /// Serves until cancelled.
    ///
    /// - Parameter onServing: Called once the server listens.
    /// - Throws: The system's error if the address is not available.
    func run(_ onServing: @escaping @Sendable () async -> Void) async throws {
        var quiet = logger
        quiet.logLevel = .error
        let logger = logger
        let application = Application(
            responder: IngestResponder(settings: settings, spool: spool, logger: logger, desk: desk),
            server: server(),
            configuration: ApplicationConfiguration(
                address: .hostname(settings.host, port: settings.port),
                serverName: "vitalbus"
            ),
            onServerRunning: { channel in
                logger.notice("accepting uploads of exports", metadata: ["port": "\(channel.localAddress?.port ?? 0)"])
                await onServing()
            },
            logger: quiet
        )
        try await application.run()
    }

    /// How long a connection may be silent or leave its header incomplete, in seconds.
    private static let idle = 30

    private func server() -> HTTPServerBuilder {
        let plain = HTTP1Channel.Configuration(
            additionalChannelHandlers: [ExpectHandler(settings)],
            idleTimeout: .seconds(Int64(Self.idle))
        )
        return .guarded(
            plain,
            certificate: settings.certificate,
            idle: .seconds(Self.idle),
            peers: HTTPPeers(),
            log: logger
        )
    }
}
