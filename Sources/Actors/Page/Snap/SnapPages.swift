internal import BusContract
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import MessageBus
internal import NIOCore
internal import VitalRecords

/// The pages that turn a photo of a meter into a reading, which a person confirms.
struct SnapPages: Sendable {
    /// The largest number of hubs asked which meters their workers know.
    private static let mostHubs = 8

    /// The answer after a picture was submitted: its job.
    private struct Begun: Encodable {
        let hub: String
        let job: String
        let sha256: String
    }

    let parts: PageParts
    private let photos: SnapPhotos

    init(parts: PageParts) {
        self.parts = parts
        photos = SnapPhotos(parts)
    }

    func add(to router: Router<PageContext>) {
        router.get("snap") { request, context in try await page(request, context: context) }
        router.get("snap/overlay") { request, context in try await overlay(request, context: context) }
        router.post("snap/photo") { request, context in try await photo(request, context: context) }
        router.get("snap/job") { request, context in try await job(request, context: context) }
    }

    private func page(_ request: Request, context: PageContext) async throws -> Response {
        let session = try context.known
        try session.rights.require(OCRTopics.recognize)
        let language = context.language
        var page = PageModel(parts, context: context, title: language["snap.title"], place: "snap")
        let seats = try await parts.board.entries(session.rights)
        page["seats"] = ImportView.seats(seats, chosen: request.asked("seat"))
        page["words"] = String(decoding: try WireJSON.encode(language.tree["snap"] ?? [:]), as: UTF8.self)
        page["keys"] = session.rights.may(ReaderTopics.storePeripheralData) && session.rights.seat == nil
        let known = await parts.hubs.hubs(of: .ocrWorker)
        let first = request.asked("hub").flatMap { name in known.first { $0 == name } }
        let order = [first].compactMap(\.self) + known.filter { $0 != first }
        guard let found = try await catalogue(of: order, as: session.rights) else {
            page["noWorker"] = true
            return try page.response("snap")
        }
        page["hub"] = found.hub
        page["severalHubs"] = known.count > 1
        page["hubs"] = known.map { ["hub": $0, "isThis": $0 == found.hub] as [String: Any] }
        page["groups"] = SnapChoice.groups(found.meters, language: language)
        return try page.response("snap")
    }

    /// The meters known to the first worker that answers; nil if none does.
    private func catalogue(
        of hubs: [String],
        as rights: Rights
    ) async throws -> (hub: String, meters: [OCRPeripherals.Entry])? {
        for hub in hubs.prefix(Self.mostHubs) {
            do {
                let found = try await parts.bus.call(
                    OCRTopics.ocrPeripherals,
                    body: OCRPeripheralsRequest(),
                    as: rights,
                    hub: hub,
                    timeout: .seconds(3)
                )
                return (hub, found.peripherals)
            } catch let error as PageError where error.isOneHubs {
                // A worker that accepts no photos does not answer.
                continue
            }
        }
        return nil
    }

    /// The overlay for the camera's picture.
    private func overlay(_ request: Request, context: PageContext) async throws -> Response {
        let session = try context.known
        guard let width = request.asked("width").flatMap({ Int($0) }),
            let height = request.asked("height").flatMap({ Int($0) }),
            let meter = request.asked("peripheral").flatMap({ Int($0) })
        else { throw PageError(.malformed, text: "error.form") }
        let body = OverlayRequest(peripheralID: meter, width: width, height: height)
        let hub = try await photos.hub(request)
        let found = try await parts.bus.call(OCRTopics.overlay, body: body, as: session.rights, hub: hub)
        return Response(
            status: .ok,
            headers: [.contentType: "image/svg+xml"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: found.svg))
        )
    }

    private func photo(_ request: Request, context: PageContext) async throws -> Response {
        let session = try context.known
        let wish = try SnapChoice(request)
        try await wish.check(parts, rights: session.rights, operation: OCRTopics.recognize)
        let hub = try await photos.hub(request)
        let id = try Self.name(request, field: "key")
        let sha256 = try await photos.hand(request, session: session, hub: hub)
        let body = RecognizePicture(sha256: sha256, wish: wish.wish, seat: wish.seat, takenAt: parts.environment.now())
        let job = try await parts.bus.call(OCRTopics.recognize, body: body, as: session.rights, hub: hub, id: id)
        parts.audit.note(
            session,
            what: "recognize",
            seat: wish.seat,
            about: job.readingKey.rawValue,
            at: parts.environment.now()
        )
        return try PageReply.json(Begun(hub: hub, job: job.jobID, sha256: sha256))
    }

    private func job(_ request: Request, context: PageContext) async throws -> Response {
        let session = try context.known
        let wish = try SnapChoice(request)
        try session.rights.require(OCRTopics.recognize, seat: wish.seat)
        let id = try Self.name(request, field: "job")
        guard let sha256 = request.asked("sha256") else { throw PageError(.malformed, text: "error.form") }
        let hub = try await photos.hub(request)
        // Repeating the request returns the job's progress.
        let body = RecognizePicture(sha256: sha256, wish: wish.wish, seat: wish.seat)
        let job = try await parts.bus.call(OCRTopics.recognize, body: body, as: session.rights, hub: hub, id: id)
        return try PageReply.json(SnapWords(language: context.language).answer(job))
    }

    /// A random name from the browser, so that a request sent twice is carried out once.
    static func name(_ request: Request, field: String) throws -> String {
        let text = request.asked(field) ?? ""
        let isName = text.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
        }
        guard isName, (16...64).contains(text.utf8.count) else { throw PageError(.malformed, text: "error.form") }
        return text
    }
}
