internal import BusContract
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import MessageBus
internal import NIOCore
internal import PictureParts
internal import SiteHealth
internal import SiteRecords
internal import VitalRecords

/// The page of held readings, which wait for a person's decision.
struct HeldPages: Sendable {
    let parts: PageParts

    func add(to router: Router<PageContext>) {
        router.get("held") { request, context in try await page(request, context: context, template: "held") }
        router.get("held/list") { request, context in try await page(request, context: context, template: "heldList") }
        router.get("held/sessions") { request, context in try await sessions(request, context: context) }
        router.get("held/:key/picture") { request, context in try await picture(request, context: context) }
        router.post("held/:key/confirm") { request, context in try await confirm(request, context: context) }
        router.post("held/:key/discard") { request, context in try await discard(request, context: context) }
    }

    private func page(_ request: Request, context: PageContext, template: String) async throws -> Response {
        let session = try context.known
        try session.rights.require(SessionOperations.heldReadings)
        guard session.rights.seat == nil else {
            throw PageError(.forbidden, text: "error.role", parts: ["role": "kiosk"])
        }
        let number = request.uri.queryParameters["page"].flatMap { Int($0) } ?? 1
        let body = PageRequest(page: min(max(number, 1), 1_000_000))
        let found = try await parts.bus.call(SessionOperations.heldReadings, body: body, as: session.rights)
        let seats = try await parts.board.entries(session.rights)
        let view = HeldView(
            time: PageTime(language: context.language, now: parts.environment.now()),
            seats: seats.map(\.seat)
        )
        let guesses = await guesses(found.readings, seats: seats, session: session, time: view.time)
        let models = found.readings.map { reading in
            view.model(reading, guesses: guesses[reading.reading.readingKey] ?? []) {
                label($0, seats: seats, session: session)
            }
        }
        var page = PageModel(parts, context: context, title: context.language["held.title"], place: "held")
        page["readings"] = models
        page["isEmpty"] = found.readings.isEmpty
        page["page"] = "\(number)"
        page["pages"] = "\(max(found.pages, 1))"
        if number > 1 { page["previous"] = "\(number - 1)" }
        if number < found.pages { page["next"] = "\(number + 1)" }
        guard template == "held" else { return PageReply.html(try page.part(template)) }
        parts.audit.note(session, what: "held", at: parts.environment.now())
        return try page.response(template)
    }

    /// Those who may have measured each reading, the likeliest first.
    private func guesses(
        _ readings: [HeldPage.Entry],
        seats: [SeatPage.Entry],
        session: PageSession,
        time: PageTime
    ) async -> [ReadingKey: [LikelyPerson.Guess]] {
        // The estimate is made of values, which not everybody may see.
        guard readings.contains(where: HeldGuesses.isGuessed), session.rights.may(SessionOperations.recordHistory)
        else { return [:] }
        let entries = await parts.watch.hubs(time.now).map(\.entry)
        let known = await parts.watch.facts.hubs
        let hubs = SilentSeats.hubs(entries, known: known, seats: seats.map(\.seat))
        let near = readings.map { reading in
            seats.filter { hubs[$0.seat]?.contains(reading.reading.hub.rawValue) ?? false }
        }
        return await parts.guesses.guesses(for: readings, seats: near, rights: session.rights, time: time)
    }

    /// The label of a seat's present person, for those who may see labels.
    private func label(_ seat: String, seats: [SeatPage.Entry], session: PageSession) -> String? {
        guard LabelPages.allows(session) else { return nil }
        return parts.labels.label(of: seat, session: seats.first { $0.seat == seat }?.session)
    }

    private func key(_ context: PageContext) throws -> ReadingKey {
        guard let key = ReadingKey(rawValue: try context.part("key")) else {
            throw PageError(.notFound, text: "error.reading")
        }
        return key
    }

    private func picture(_ request: Request, context: PageContext) async throws -> Response {
        let (session, key) = (try context.known, try key(context))
        let asked = request.uri.queryParameters
        guard let sha256 = asked["sha256"], let size = asked["size"].flatMap({ Int($0) }) else {
            throw PageError(.notFound, text: "error.reading")
        }
        try session.rights.require(SessionOperations.heldPicture)
        let bytes: [UInt8]
        do {
            bytes =
                try await PieceReader.read(sha256: String(sha256), size: size) { offset in
                    try await parts.bus.requests.call(
                        SessionOperations.heldPicture,
                        hub: BusAddress.siteHub,
                        body: HeldPictureRequest(readingKey: key, offset: offset)
                    )
                } ?? []
        } catch PieceReader.Failure.unanswered(let error) {
            throw PageError(error)
        } catch {
            throw PageError(.notFound, text: "error.reading")
        }
        parts.audit.note(session, what: "heldPicture", about: key.rawValue, at: parts.environment.now())
        // The session manager stores only these two formats.
        let isPNG = bytes.starts(with: [0x89, 0x50, 0x4E, 0x47])
        return Response(
            status: .ok,
            headers: [.contentType: isPNG ? "image/png" : "image/jpeg"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }

    /// The sessions of a seat, for a reading that was measured at a time.
    private func sessions(_ request: Request, context: PageContext) async throws -> Response {
        let session = try context.known
        try session.rights.require(SessionOperations.confirmReading)
        let seat = request.uri.queryParameters["seat"].map(String.init) ?? ""
        try session.rights.require(seat: seat)
        let time = PageTime(language: context.language, now: parts.environment.now())
        let at = request.uri.queryParameters["at"].flatMap { $0.isEmpty ? nil : String($0) }
        let view = HeldSessions(time: time, measured: try time.moment(at))
        let body = PageRequest(seat: seat)
        var found = try await parts.bus.call(SessionOperations.sessions, body: body, as: session.rights)
        let first = found.sessions
        if found.pages > 1, !view.fits(first) {
            found = try await parts.bus.call(
                SessionOperations.sessions,
                body: PageRequest(seat: seat, page: 2),
                as: session.rights
            )
            found.sessions.insert(contentsOf: first, at: 0)
        }
        var page = PageModel(parts, context: context, title: "")
        page["isNeeded"] = !view.fits(found.sessions)
        page["choices"] = view.models(found.sessions)
        return PageReply.html(try page.part("heldSessions"))
    }

    private func confirm(_ request: Request, context: PageContext) async throws -> Response {
        let (session, key) = (try context.known, try key(context))
        let form = try await PageForm(request, session: session)
        let seat = try form.needed("seat")
        try session.rights.require(seat: seat)
        let time = PageTime(language: context.language, now: parts.environment.now())
        let typed = try TypedFields(form, language: context.language)
        try typed.checkSlips(context.language)
        let body = ConfirmReading(
            readingKey: key,
            revision: form["revision"].flatMap { Int($0) },
            seat: seat,
            sessionID: form["session"],
            timestamp: try form["correctTime"] == nil ? nil : time.moment(form["time"]),
            measurements: typed.changed,
            unusual: form["unusual"] == nil ? nil : true
        )
        let decided = try await decide(SessionOperations.confirmReading, body: body, as: session.rights)
        parts.audit.note(session, what: "confirmReading", seat: seat, about: key.rawValue, at: parts.environment.now())
        return try answer(decided, context: context)
    }

    private func discard(_ request: Request, context: PageContext) async throws -> Response {
        let (session, key) = (try context.known, try key(context))
        let form = try await PageForm(request, session: session)
        let body = DiscardReading(readingKey: key, revision: form["revision"].flatMap { Int($0) })
        let decided = try await decide(SessionOperations.discardReading, body: body, as: session.rights)
        parts.audit.note(session, what: "discardReading", about: key.rawValue, at: parts.environment.now())
        return try answer(decided, context: context)
    }

    private func decide<Body>(
        _ operation: Operation<Body, DecidedReading>,
        body: Body,
        as rights: Rights
    ) async throws -> DecidedReading {
        do {
            return try await parts.bus.call(operation, body: body, as: rights)
        } catch let error as PageError {
            throw HeldRefusal.told(error)
        }
    }

    private func answer(_ decided: DecidedReading, context: PageContext) throws -> Response {
        try PageReply.json(["done": context.language.word(decided.outcome.rawValue, of: "decided")])
    }
}
