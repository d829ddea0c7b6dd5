internal import BusContract
internal import HTTPDoor
internal import Hummingbird
internal import ImageCleaning
internal import MessageBus
internal import PictureParts
internal import Synchronization

/// How many files are taken in at the same time: each has a place in memory or on the disk.
///
/// Each person has a share, so that slow uploads of one account leave the others theirs.
final class PageGate: Sendable {
    private let open: Mutex<Shares>

    /// Makes places.
    ///
    /// - Parameters:
    ///   - most: Of all together.
    ///   - share: Of one person.
    init(most: Int, share: Int) { open = Mutex(Shares(share: share, most: most)) }

    /// Does something in a place of a person.
    ///
    /// - Throws: ``PageError`` `tooMany` where none is free, or what `body` throws.
    func within<Value>(_ session: PageSession, _ body: () async throws -> Value) async throws -> Value {
        let name = session.kiosk ?? session.name
        guard open.withLock({ $0.enter(name) }) else { throw PageError(.tooMany, text: "error.busy") }
        defer { open.withLock { $0.leave(name) } }
        return try await body()
    }
}

/// Hands pictures over to a hub's OCR worker; the page itself keeps none.
struct SnapPhotos: Sendable {
    /// How long a worker is tried that is away or busy.
    private static let patience = Duration.seconds(8)

    let parts: PageParts
    private let gate = PageGate(most: 8, share: 3)

    init(_ parts: PageParts) { self.parts = parts }

    /// The hub whose worker is asked: the one that is named, else the first that has one.
    ///
    /// - Throws: ``PageError`` `unavailable` where no hub has one.
    func hub(_ request: Request) async throws -> String {
        let known = await parts.hubs.hubs(of: .ocrWorker)
        let named = request.asked("hub")
        guard let hub = named.map({ name in known.first { $0 == name } }) ?? known.first else {
            throw PageError(.unavailable, text: "error.noWorker")
        }
        return hub
    }

    /// Takes the picture of a request and hands it over.
    ///
    /// - Returns: What it is called there.
    /// - Throws: ``PageError``: `tooLarge` over 10 MB, before it is read; `malformed` for what is no photo, at its first bytes.
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

    /// Refuses what a phone's camera does not make.
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
