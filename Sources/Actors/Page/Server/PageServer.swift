internal import ActorRuntime
internal import FoundationEssentials
internal import HTTPDoor
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
        let pages = try router().buildResponder()
        let served = try PageCertificate(certificate).served(at: address)
        let own = PageEntry.own(isSecure: !address.isLocal, proxies: parts.doors.proxies)
        defer { Task { [sessions = parts.sessions] in await sessions.close() } }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await serve(own, at: address, certificate: served, pages: pages) { await open($0, onServing) }
            }
            if let ingress = parts.doors.ingress {
                group.addTask { try await serve(ingress, pages: pages) }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Serves Home Assistant's Supervisor, which speaks no TLS with its apps.
    private func serve(_ ingress: PageIngress, pages: some HTTPResponder<PageContext>) async throws {
        do {
            try await serve(.ingress(ingress), at: ingress.address, certificate: nil, pages: pages)
        } catch let error where !(error is CancellationError) {
            throw RuntimeError(
                .configuration,
                message: "page.ingress.address: \(ingress.address) is not available (\(error.listenWords))"
            )
        }
    }

    private func serve(
        _ entry: PageEntry,
        at address: ListenAddress,
        certificate: ServedCertificate?,
        pages: some HTTPResponder<PageContext>,
        onServing: @escaping @Sendable (Int) async -> Void = { _ in }
    ) async throws {
        var quiet = parts.logger
        quiet.logLevel = .error
        let application = Application(
            responder: PageEntrance(entry: entry, pages: pages),
            server: server(certificate),
            configuration: ApplicationConfiguration(
                address: .hostname(address.host, port: address.port),
                serverName: "vitalbus"
            ),
            onServerRunning: { channel in await onServing(channel.localAddress?.port ?? address.port) },
            logger: quiet
        )
        try await application.run()
    }

    /// Makes the key for this machine, now that the page's address is known.
    private func open(_ port: Int, _ onServing: @Sendable (String) async -> Void) async {
        let place = address.text(port: port, reachedAt: reachedAt())
        let url = "\(address.isLocal ? "http" : "https")://\(place)\(parts.doors.proxies.base.path("/"))"
        do {
            try await parts.sessions.open(url)
            await onServing(url)
        } catch {
            parts.logger.error("this machine's key cannot be used to log in", metadata: ["error": "\(error)"])
        }
    }

    private func server(_ certificate: ServedCertificate?) -> HTTPServerBuilder {
        let plain = HTTP1Channel.Configuration(idleTimeout: .seconds(Int64(Self.idle)))
        let isProxied = !parts.doors.proxies.trusted.isEmpty || parts.doors.ingress != nil
        let peers = HTTPPeers(limit: isProxied ? Self.total : Self.limit, total: Self.total)
        return .guarded(
            plain,
            certificate: certificate,
            idle: .seconds(Self.idle),
            peers: peers,
            log: parts.logger
        )
    }

    private func router() throws -> Router<PageContext> {
        let router = Router(context: PageContext.self, options: [.autoGenerateHeadEndpoints])
        router.add(middleware: PageAnswers(parts: parts))
        router.add(middleware: PageDoor(address: address))
        let assets = parts.assets
        router.get("assets/:name") { request, context in try assets.response(context.part("name"), request: request) }
        HealthPages(reach: parts.reach).add(to: router)
        LoginPages(parts: parts).add(to: router)
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
        KioskPages(parts: parts).add(to: router)
        AuthorityPages(parts: parts).add(to: router)
        ImportPages(parts: parts).add(to: router)
        MeasurePages(parts: parts).add(to: router)
        return router
    }
}
