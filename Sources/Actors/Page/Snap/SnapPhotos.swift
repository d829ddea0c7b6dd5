internal import BusContract
internal import Hummingbird
internal import ImageCleaning
internal import MessageBus
internal import PictureParts
internal import Synchronization

/// How many files are taken in at the same time: each has a place in memory or on the disk.
final class PageGate: Sendable {
    private let most: Int
    private let count = Mutex(0)

    init(most: Int) { self.most = most }

    /// Does something in a place of its own.
    ///
    /// - Throws: ``PageError`` `tooMany` where none is free, or what `body` throws.
    func within<Value>(_ body: () async throws -> Value) async throws -> Value {
        let isFree = count.withLock { count in
            guard count < most else { return false }
            count += 1
            return true
        }
        guard isFree else { throw PageError(.tooMany, text: "error.busy") }
        defer { count.withLock { $0 -= 1 } }  // In range: entered above.
        return try await body()
    }
}

/// Hands pictures over to a hub's OCR worker; the page itself keeps none.
struct SnapPhotos: Sendable {
    /// How long a worker is tried that is away or busy.
    private static let patience = Duration.seconds(8)

    let parts: PageParts
    private let gate = PageGate(most: 4)

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
        return try await gate.within {
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
