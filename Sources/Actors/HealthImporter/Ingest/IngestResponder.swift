internal import Dispatch
internal import FoundationEssentials
internal import HTTPDoor
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import MessageBus
internal import NIOCore

/// Answers posting apps: 202 once the file is on disk, otherwise a JSON object with the reason.
struct IngestResponder: HTTPResponder {
    typealias Context = IngestContext

    let settings: IngestSettings
    let spool: URL
    let logger: Logger
    let desk: IngestDesk
    private let places: IngestPlaces
    private let refused = RefusedBodies()

    init(settings: IngestSettings, spool: URL, logger: Logger, desk: IngestDesk) {
        self.settings = settings
        self.spool = spool
        self.logger = logger
        self.desk = desk
        places = IngestPlaces(spool, quota: settings.quota)
    }

    private struct Accepted: Encodable {
        let accepted: String
    }

    private struct Refused: Encodable {
        let error: WireFault
    }

    func respond(to request: Request, context: Context) async throws -> Response {
        refused.clear(context.channel)
        do {
            return try Self.answer(.accepted, body: Accepted(accepted: try await take(request)))
        } catch let error as IngestError {
            var response = try Self.answer(error.status, body: Refused(error: error.fault))
            if error.status == .unauthorized { response.headers[.wwwAuthenticate] = "Bearer" }
            // The server discards the rest of the body, because closing the connection early would cost the sender the
            // answer.
            watchRest(of: request, channel: context.channel)
            return response
        }
    }

    /// Stops senders that keep sending a refused body.
    private func watchRest(of request: Request, channel: any Channel) {
        let length = request.headers[.contentLength].flatMap { Int($0) }
        guard length ?? .max > RefusedBodies.small else { return }
        let (logger, peer) = (logger, channel.remoteAddress?.ipAddress ?? "unknown")
        refused.watch(channel) {
            logger.warning(
                "closed the connection of a sender that kept sending after a refusal",
                metadata: ["peer": "\(peer)"]
            )
        }
    }

    /// Stores a posted file.
    ///
    /// - Returns: Its name.
    private func take(_ request: Request) async throws -> String {
        guard let (seat, token) = settings.seat(of: request.headers[.authorization]) else { throw IngestError.noToken }
        guard ["/v1/import", "/"].contains(request.uri.path) else { throw IngestError.noPlace }
        guard request.method == .post || request.method == .put else { throw IngestError.wrongMethod }
        let length = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        guard length <= settings.limit else { throw IngestError.tooLarge(settings.limit) }
        let person = try await desk.person(of: seat, token: token)
        try places.enter(seat)
        defer { places.leave(seat) }
        try places.check(length, seat: seat)
        let name = try await store(request.body, seat: seat, person: person)
        logger.info("received an export", metadata: ["seat": "\(seat)"])
        desk.arrived()
        return name
    }

    private func store(_ body: RequestBody, seat: String, person: String) async throws -> String {
        let file: PostedFile
        do {
            file = try PostedFile(in: spool.appending(path: seat).path, person: person)
        } catch {
            throw IngestError.noSpace
        }
        do {
            var (size, looked) = (0, 0)
            let pace = BodyPace(start: Self.uptime)
            for try await part in body {
                size += part.readableBytes
                guard size <= settings.limit else { throw IngestError.tooLarge(settings.limit) }
                guard !pace.isTooSlow(bytes: size, now: Self.uptime) else { throw IngestError.tooSlow }
                if size - looked >= IngestPlaces.step {
                    looked = size
                    try places.check(part.readableBytes, seat: seat)
                }
                try append(part, to: file)
            }
            guard size > 0 else { throw IngestError.empty }
            try keep(file)
            return file.id
        } catch let error as IngestError {
            file.discard()
            throw error
        } catch {
            // The body broke off, or its chunks are malformed.
            file.discard()
            logger.notice(
                "an upload broke off and was deleted; its sender must post it again",
                metadata: ["seat": "\(seat)", "error": "\(error.typeName)"]
            )
            throw IngestError.noBody
        }
    }

    private func append(_ part: ByteBuffer, to file: PostedFile) throws(IngestError) {
        do { try file.append(Array(part.readableBytesView)) } catch { throw notStored(error) }
    }

    private func keep(_ file: PostedFile) throws(IngestError) {
        do { try file.keep() } catch { throw notStored(error) }
    }

    private func notStored(_ error: any Error) -> IngestError {
        logger.warning("could not store a posted export", metadata: ["error": "\(error)"])
        return .noSpace
    }

    /// Seconds on a monotonic clock.
    private static var uptime: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

    private static func answer(_ status: HTTPResponse.Status, body: some Encodable) throws -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try WireJSON.encode(body)))
        )
    }
}
