internal import FoundationEssentials
internal import HTTPDoor
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import MessageBus
internal import NIOCore
internal import SiteAuthority
internal import SiteRecords
internal import Synchronization

/// The registrar's counters since its start.
final class RegistrarCounts: Sendable {
    private let state = Mutex((counts: ["joined": Int64(0), "renewed": 0, "refused": 0], last: Date?.none))

    var all: [String: Int64] { state.withLock { $0.counts } }
    var lastSuccess: Date? { state.withLock { $0.last } }

    func add(_ name: String, at now: Date?) {
        state.withLock {
            $0.counts[name, default: 0] += 1
            if let now { $0.last = now }
        }
    }
}

/// The registrar's HTTPS server: `GET /v1/time`, `POST /v1/enrol`, `POST /v1/renew`, with JSON in both directions.
struct RegistrarServer: Sendable {
    /// The largest request, in bytes; a hub's certificate requests for all its processes take about 10 kB.
    static let limit = 131_072
    /// How long a silent connection stays open, in seconds.
    private static let idle = 10

    /// The current terms for new requests.
    let terms: RegistrarTerms
    /// The certificate that hubs verify.
    let certificate: ServedCertificate
    let host: String
    let port: Int
    let environment: BusEnvironment
    let logger: Logger
    let counts: RegistrarCounts
    /// Serialises requests of several hubs.
    let turn = AsyncLock()

    /// Serves until cancelled.
    ///
    /// - Throws: The network's error if the port is not available, or the TLS library's for an invalid certificate.
    func run(_ onServing: @escaping @Sendable () async -> Void) async throws {
        var quiet = logger
        quiet.logLevel = .error
        let plain = HTTP1Channel.Configuration(idleTimeout: .seconds(Int64(Self.idle)))
        let application = Application(
            responder: RegistrarResponder(server: self),
            server: .guarded(
                plain,
                // The port stays open while the certificate changes, because a hub that connects then would find no server.
                certificate: certificate,
                idle: .seconds(Self.idle),
                // The hubs of one house may share an address.
                peers: HTTPPeers(limit: 256, total: 1_024),
                log: logger
            ),
            configuration: ApplicationConfiguration(address: .hostname(host, port: port), serverName: "vitalbus"),
            onServerRunning: { _ in await onServing() },
            logger: quiet
        )
        try await application.run()
    }
}

/// The desk that decides about hubs; it may change while hubs are served.
final class RegistrarTerms: Sendable {
    private let state: Mutex<RegistrarDesk>

    var desk: RegistrarDesk { state.withLock(\.self) }

    init(_ desk: RegistrarDesk) { state = Mutex(desk) }

    /// Replaces it for new requests.
    func change(_ desk: RegistrarDesk) { state.withLock { $0 = desk } }
}

/// Answers hubs' requests.
struct RegistrarResponder: HTTPResponder {
    typealias Context = BasicRequestContext

    let server: RegistrarServer

    private struct Refused: Encodable {
        let error: WireFault
    }

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        let now = server.environment.now()
        do {
            switch (request.method, request.uri.path) {
            case (.get, "/v1/time"): return try Self.answer(.ok, body: SiteTime(now: now))
            case (.post, "/v1/enrol"):
                let asked = try await Self.read(EnrolmentRequest.self, from: request)
                let answer = try await inTurn { try server.terms.desk.enrol(asked, now: now) }
                server.counts.add("joined", at: now)
                server.logger.notice("a hub joined the site", metadata: ["hub": "\(asked.hub)"])
                return try Self.answer(.ok, body: answer)
            case (.post, "/v1/renew"):
                let asked = try await Self.read(RenewalRequest.self, from: request)
                let answer = try await inTurn { try server.terms.desk.renew(asked, now: now) }
                server.counts.add("renewed", at: now)
                server.logger.info("a hub renewed its certificates", metadata: ["hub": "\(asked.hub)"])
                return try Self.answer(.ok, body: answer)
            default:
                throw SiteError(.notFound, message: "unknown request \(request.method) \(request.uri.path.prefix(80))")
            }
        } catch let error as SiteError {
            server.counts.add("refused", at: nil)
            server.logger.warning("rejected a hub's request", metadata: ["code": "\(error.code.rawValue)"])
            let fault = WireFault(code: error.code.rawValue, message: error.message, retriable: error.isRetriable)
            return try Self.answer(Self.status(error.code), body: Refused(error: fault))
        }
    }

    private func inTurn(_ body: @Sendable () throws -> MemberCertificates) async throws -> MemberCertificates {
        try await server.turn.withLock { try await Site.patiently(body) }
    }

    private static func read<Body: Decodable>(_ type: Body.Type, from request: Request) async throws -> Body {
        do {
            let buffer = try await request.body.collect(upTo: RegistrarServer.limit)
            return try WireJSON.decode(type, from: Array(buffer.readableBytesView))
        } catch {
            throw SiteError(
                .malformed,
                message: "the request is not a hub's JSON, or is over \(RegistrarServer.limit) bytes"
            )
        }
    }

    private static func answer(_ status: HTTPResponse.Status, body: some Encodable) throws -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try WireJSON.encode(body)))
        )
    }

    private static func status(_ code: SiteErrorCode) -> HTTPResponse.Status {
        switch code {
        case .malformed, .invalid: .badRequest
        case .wrongSecret, .wrongCertificate: .unauthorized
        case .revoked: .forbidden
        case .notFound: .notFound
        case .bundleUsed, .exists, .joined: .conflict
        case .bundleExpired: .gone
        case .files, .clock, .busy: .serviceUnavailable
        }
    }
}
