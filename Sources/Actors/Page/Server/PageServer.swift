internal import ActorRuntime
internal import FoundationEssentials
internal import HTTPDoor
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore

/// Runs the HTTP server of the page.
struct PageServer: Sendable {
    /// How long a silent connection stays open, in seconds; the event streams send more often.
    private static let idle = 60
    /// The largest number of connections from one address; a browser opens up to six, and a ward may share an address.
    private static let limit = 1_024
    /// The largest number of connections in total.
    private static let total = 4_096

    let parts: PageParts
    let address: ListenAddress
    /// The file with the certificate and key for addresses beyond this machine.
    let certificate: String
    /// The machine's name or address for browsers; nil if none is known.
    let reachedAt: @Sendable () -> String?

    /// Serves until cancelled.
    ///
    /// - Parameter onServing: Called with the page's address once the server listens.
    /// - Throws: The network's error if the port is not available, `RuntimeError` if a certificate is needed but
    ///   missing.
    func run(_ onServing: @escaping @Sendable (String) async -> Void) async throws {
        var quiet = parts.logger
        quiet.logLevel = .error
        let wanted = address.port
        let application = Application(
            responder: try router().buildResponder(),
            server: try server(),
            configuration: ApplicationConfiguration(
                address: .hostname(address.host, port: address.port),
                serverName: "vitalbus"
            ),
            onServerRunning: { [self] channel in
                let place = address.text(port: channel.localAddress?.port ?? wanted, reachedAt: reachedAt())
                let url = "\(address.isLocal ? "http" : "https")://\(place)/"
                do {
                    try await parts.sessions.open(url)
                    await onServing(url)
                } catch {
                    parts.logger.error("this machine's key cannot be used to log in", metadata: ["error": "\(error)"])
                }
            },
            logger: quiet
        )
        defer { Task { [sessions = parts.sessions] in await sessions.close() } }
        try await application.run()
    }

    private func server() throws -> HTTPServerBuilder {
        let plain = HTTP1Channel.Configuration(idleTimeout: .seconds(Int64(Self.idle)))
        let peers = HTTPPeers(limit: parts.proxyHeader != nil ? Self.total : Self.limit, total: Self.total)
        return .guarded(
            plain,
            security: try PageCertificate(certificate).security(for: address),
            idle: .seconds(Self.idle),
            peers: peers,
            log: parts.logger
        )
    }

    private func router() throws -> Router<PageContext> {
        let router = Router(context: PageContext.self, options: [.autoGenerateHeadEndpoints])
        router.add(middleware: PageAnswers(parts: parts, isSecure: !address.isLocal))
        router.add(middleware: PageDoor(address: address))
        let assets = parts.assets
        router.get("assets/:name") { request, context in try assets.response(context.part("name"), request: request) }
        HealthPages(reach: parts.reach).add(to: router)
        LoginPages(parts: parts, isSecure: !address.isLocal).add(to: router)
        OverviewPages(parts: parts).add(to: router)
        LivePages(parts: parts).add(to: router)
        BoardPages(parts: parts).add(to: router)
        SeatPages(parts: parts).add(to: router)
        HeldPages(parts: parts).add(to: router)
        RecordPages(parts: parts).add(to: router)
        RoundPages(parts: parts).add(to: router)
        LabelPages(parts: parts).add(to: router)
        PlanPages(parts: parts).add(to: router)
        SnapPages(parts: parts).add(to: router)
        SnapLive(parts: parts).add(to: router)
        SnapCodes(parts: parts).add(to: router)
        LimitPages(parts: parts).add(to: router)
        UnitPages(parts: parts).add(to: router)
        AdminPages(parts: parts).add(to: router)
        KioskPages(parts: parts, isSecure: !address.isLocal).add(to: router)
        AuthorityPages(parts: parts, isSecure: !address.isLocal).add(to: router)
        ImportPages(parts: parts).add(to: router)
        MeasurePages(parts: parts).add(to: router)
        return router
    }
}
