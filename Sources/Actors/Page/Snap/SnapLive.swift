internal import BusContract
internal import FoundationEssentials
internal import Hummingbird
internal import MessageBus
internal import VitalRecords

/// Reads a display in the browser's camera frames until they agree; no frame is stored.
struct SnapLive: Sendable {
    /// How long a live reading may last, in seconds.
    private static let seconds = 120
    /// The largest frame, in bytes, which is also the worker's limit.
    private static let limit = 480_000
    private static let part = 40_000

    private struct Begun: Encodable {
        let hub: String
        let job: String
        let reading: String
    }

    /// The result of one frame.
    private struct Look: Encodable {
        let answer: SnapAnswer
        /// Hints for the user, the most important first.
        var hints: [String] = []
        /// The conditions that the frames do not meet yet.
        var waits: [String] = []
        var aim: FrameAim?
    }

    let parts: PageParts
    private let photos: SnapPhotos

    init(parts: PageParts) {
        self.parts = parts
        photos = SnapPhotos(parts)
    }

    func add(to router: Router<PageContext>) {
        router.post("snap/live") { request, context in try await start(request, context: context) }
        router.post("snap/live/frame") { request, context in try await frame(request, context: context) }
        router.post("snap/live/stop") { request, context in try await stop(request, context: context) }
    }

    private func start(_ request: Request, context: PageContext) async throws -> Response {
        let session = try context.known
        let form = try await PageForm(request, session: session)
        let wish = try SnapChoice { form[$0] }
        try await wish.check(parts, rights: session.rights, operation: OCRTopics.startReading)
        let hub = try await photos.hub(request)
        let body = StartReading(source: "pushed", wish: wish.wish, seat: wish.seat, seconds: Self.seconds)
        let job = try await parts.bus.call(OCRTopics.startReading, body: body, as: session.rights, hub: hub)
        parts.audit.note(
            session,
            what: "startReading",
            seat: wish.seat,
            about: job.readingKey.rawValue,
            at: parts.environment.now()
        )
        return try PageReply.json(Begun(hub: hub, job: job.jobID, reading: job.readingKey.rawValue))
    }

    private func frame(_ request: Request, context: PageContext) async throws -> Response {
        let session = try context.known
        try session.rights.require(OCRTopics.pushFrame)
        guard let number = request.asked("number").flatMap({ Int($0) }), let job = request.asked("job"),
            let key = request.asked("reading").flatMap(ReadingKey.init(rawValue:))
        else { throw PageError(.malformed, text: "error.form") }
        let hub = try await photos.hub(request)
        let file = try PageFile(request, session: session, limit: Self.limit)
        let bytes = try await file.bytes(check: SnapPhotos.check)
        let words = SnapWords(language: context.language)
        do {
            let pushed = try await push(bytes, number: number, job: job, hub: hub, as: session.rights)
            return try PageReply.json(look(pushed, key: key, words: words))
        } catch let error as PageError where error.code == .notFound {
            return try PageReply.json(Look(answer: SnapAnswer(state: .ended, words: context.language["snap.timeUp"])))
        }
    }

    private func push(
        _ bytes: [UInt8],
        number: Int,
        job: String,
        hub: String,
        as rights: Rights
    ) async throws -> FramePushed {
        let count = (bytes.count + Self.part - 1) / Self.part
        var pushed = FramePushed()
        for index in 0..<count {
            let piece = bytes[(index * Self.part)..<min(bytes.count, (index + 1) * Self.part)]
            let data = Data(piece).base64EncodedString()
            let body = PushFrame(jobID: job, frame: number, part: index, parts: count, data: data)
            pushed = try await parts.bus.call(OCRTopics.pushFrame, body: body, as: rights, hub: hub)
        }
        return pushed
    }

    private func look(_ pushed: FramePushed, key: ReadingKey, words: SnapWords) -> Look {
        let language = words.language
        guard let seen = pushed.seen else {
            let answer = SnapAnswer(state: pushed.ended ? .ended : .waiting, words: language["snap.timeUp"])
            return Look(answer: answer)
        }
        var look = Look(answer: words.look(seen, state: .waiting))
        if pushed.ended { look = Look(answer: words.answer(seen, key: key, isHeld: pushed.held ?? false)) }
        look.hints = (pushed.aim?.hints ?? []).map { language.word($0.rawValue, of: "hint") }
        look.waits = words.sentences(pushed.waits)
        look.aim = pushed.aim
        return look
    }

    private func stop(_ request: Request, context: PageContext) async throws -> Response {
        let session = try context.known
        let form = try await PageForm(request, session: session)
        let body = CancelOCR(jobID: try form.needed("job"))
        let hub = try await photos.hub(request)
        _ = try await parts.bus.call(OCRTopics.cancel, body: body, as: session.rights, hub: hub)
        return try PageReply.json(["done": ""])
    }
}
