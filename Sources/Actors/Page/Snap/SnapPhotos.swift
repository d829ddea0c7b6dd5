internal import BusContract
internal import HTTPDoor
internal import Hummingbird
internal import ImageCleaning
internal import MessageBus
internal import PictureParts
internal import Synchronization

/// Limits concurrent uploads, because each takes memory or disk space.
///
/// Each user has a share, so that one account's slow uploads do not block the others.
final class PageGate: Sendable {
    private let open: Mutex<Shares>

    /// Creates a gate.
    ///
    /// - Parameters:
    ///   - most: The limit for all users together.
    ///   - share: The limit for one user.
    init(most: Int, share: Int) { open = Mutex(Shares(share: share, most: most)) }

    /// Runs `body` in one of the user's places.
    ///
    /// - Throws: ``PageError`` `tooMany` if no place is free, or the error of `body`.
    func within<Value>(_ session: PageSession, _ body: () async throws -> Value) async throws -> Value {
        let name = session.kiosk ?? session.name
        guard open.withLock({ $0.enter(name) }) else { throw PageError(.tooMany, text: "error.busy") }
        defer { open.withLock { $0.leave(name) } }
        return try await body()
    }
}

/// Passes pictures to a hub's OCR worker; the page stores none.
struct SnapPhotos: Sendable {
    /// How long to retry a worker that is offline or busy.
    private static let patience = Duration.seconds(8)

    let parts: PageParts
    private let gate = PageGate(most: 8, share: 3)

    init(_ parts: PageParts) { self.parts = parts }

    /// The named hub, or by default the first hub with a worker.
    ///
    /// - Throws: ``PageError`` `unavailable` if no hub has a worker.
    func hub(_ request: Request) async throws -> String {
        let known = await parts.hubs.hubs(of: .ocrWorker)
        let named = request.asked("hub")
        guard let hub = named.map({ name in known.first { $0 == name } }) ?? known.first else {
            throw PageError(.unavailable, text: "error.noWorker")
        }
        return hub
    }

    /// Receives the picture of a request and passes it to the worker.
    ///
    /// - Returns: The picture's name at the worker.
    /// - Throws: ``PageError``: `tooLarge` for an announced size over 10 MB; `malformed` as soon as the first bytes are
    ///   not a photo's.
    func hand(_ request: Request, session: PageSession, hub: String) async throws -> String {
        try session.rights.require(OCRTopics.putPicture)
        let file = try PageFile(request, session: session, limit: CleanImage.byteLimit)
        return try await gate.within(session) {
            let bytes = try await file.bytes(check: Self.check)
            do {
                return try await send(bytes, hub: hub)
            } catch let error as BusError {
                throw PageError(error)
            }
        }
    }

    /// Refuses formats that phone cameras do not produce.
    ///
    /// - Throws: ``PageError`` `malformed`.
    static func check(_ head: [UInt8]) throws {
        let format = ImageFormat(head)
        guard format == .jpeg || format == .png || format?.becomesJPEG ?? false else {
            throw PageError(.malformed, text: "error.noPicture")
        }
    }

    private func send(_ bytes: [UInt8], hub: String) async throws -> String {
        let sha256 = CleanImage.sha256(of: bytes)
        let sender = PartSender(bytes, clock: parts.environment.clock, patience: Self.patience)
        _ = try await sender.send {
            let body = PutPicture(sha256: sha256, size: bytes.count)
            return try await parts.bus.requests.call(OCRTopics.putPicture, hub: hub, body: body)
        } part: { index, data in
            let body = PicturePart(sha256: sha256, index: index, data: data)
            return try await parts.bus.requests.call(OCRTopics.picturePart, hub: hub, body: body)
        }
        return sha256
    }
}
