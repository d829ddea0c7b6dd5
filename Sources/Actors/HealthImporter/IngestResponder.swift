internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import MessageBus
internal import NIOCore

/// Answers the posting apps: 202 once the file is on disk, else one JSON object that says why not.
struct IngestResponder: HTTPResponder {
    typealias Context = BasicRequestContext

    let settings: IngestSettings
    let spool: URL
    let logger: Logger
    let desk: IngestDesk

    private struct Accepted: Encodable {
        let accepted: String
    }

    private struct Refused: Encodable {
        let error: WireFault
    }

    func respond(to request: Request, context: Context) async throws -> Response {
        do {
            return try Self.answer(.accepted, Accepted(accepted: try await take(request)))
        } catch let error as IngestError {
            var response = try Self.answer(error.status, Refused(error: error.fault))
            if error.status == .unauthorized { response.headers[.wwwAuthenticate] = "Bearer" }
            // The server discards what is left of the body: closing before it is read would cost the sender the answer.
            return response
        }
    }

    /// Stores a posted file.
    ///
    /// - Returns: Its name.
    private func take(_ request: Request) async throws -> String {
        let token = request.headers[.authorization].flatMap { value in
            value.hasPrefix("Bearer ") ? Array(value.dropFirst(7).utf8) : nil
        }
        guard let token, let seat = settings.seat(of: token) else { throw IngestError.noToken }
        guard ["/v1/import", "/"].contains(request.uri.path) else { throw IngestError.noPlace }
        guard request.method == .post || request.method == .put else { throw IngestError.wrongMethod }
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > settings.limit {
            throw IngestError.tooLarge(settings.limit)
        }
        guard let hasUser = await desk.hasUser(seat) else { throw IngestError.nobodyToAsk }
        guard hasUser else { throw IngestError.noSession }
        let name = try await store(request.body, seat)
        logger.info("an export was posted", metadata: ["seat": "\(seat)"])
        desk.arrived()
        return name
    }

    private func store(_ body: RequestBody, _ seat: String) async throws -> String {
        let file: PostedFile
        do {
            file = try PostedFile(in: spool.appending(path: seat).path)
        } catch {
            throw IngestError.noSpace
        }
        do {
            var size = 0
            for try await part in body {
                size += part.readableBytes
                guard size <= settings.limit else { throw IngestError.tooLarge(settings.limit) }
                try file.append(Array(part.readableBytesView))
            }
            guard size > 0 else { throw IngestError.empty }
            try file.keep()
            return file.name
        } catch let error as IngestError {
            file.discard()
            throw error
        } catch {
            file.discard()
            logger.warning("a posted export was not stored", metadata: ["error": "\(error)"])
            throw IngestError.noSpace
        }
    }

    private static func answer(_ status: HTTPResponse.Status, _ body: some Encodable) throws -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try WireJSON.encode(body)))
        )
    }
}
