internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import Hummingbird
internal import MessageBus
internal import VitalRecords

/// The page of all seats' sessions; an access token is sealed on entry and never shown again.
struct AdminSessions: Sendable {
    /// How long the server may take to check credentials.
    private static let patience = Duration.seconds(20)

    let desk: AdminDesk
    private var parts: PageParts { desk.parts }

    func add(to router: Router<PageContext>) {
        router.get("admin/sessions") { request, context in try await page(request, context: context) }
        router.post("admin/sessions/start") { request, context in try await start(request, context: context) }
        router.post("admin/sessions/end") { request, context in try await end(request, context: context) }
    }

    private func page(_ request: Request, context: PageContext) async throws -> Response {
        let session = try desk.session(context)
        let number = min(max(request.uri.queryParameters["page"].flatMap { Int($0) } ?? 1, 1), 100_000)
        let seats = try await PageBus.all { page in
            let found = try await parts.bus.call(
                SessionOperations.seats,
                body: SeatsRequest(page: page),
                as: session.rights
            )
            return (found.seats, found.pages)
        }
        let past = try await parts.bus.call(
            SessionOperations.sessions,
            body: PageRequest(page: number),
            as: session.rights
        )
        let view = SessionRows(time: desk.time(context))
        var page = desk.page("sessions", context: context)
        page["seats"] = seats.map(view.seat)
        page["past"] = past.sessions.map(view.entry)
        page["page"] = "\(number)"
        page["pages"] = "\(max(past.pages, 1))"
        if number > 1 { page["previous"] = "\(number - 1)" }
        if number < past.pages { page["next"] = "\(number + 1)" }
        return try page.response("adminSessions")
    }

    private func start(_ request: Request, context: PageContext) async throws -> Response {
        try await desk.act(request, context: context, what: "startSession") { form, session in
            let seat = try form.needed("seat")
            let wanted = try await body(of: form, seat: seat)
            let view = try await parts.bus.call(
                SessionOperations.startSession,
                body: wanted,
                as: session.rights,
                timeout: Self.patience
            )
            return (context.language["done.session.\(view.validated.rawValue)", ["seat": seat]], seat, view.sessionID)
        }
    }

    /// The request of a form, with the token sealed.
    ///
    /// - Throws: ``PageError`` for what is missing; never with the token.
    private func body(of form: PageForm, seat: String) async throws -> StartSession {
        let api = CloudAPI(rawValue: form["api"] ?? CloudAPI.inform.rawValue)
        guard api.isKnown else { throw PageError(.malformed, text: "error.form") }
        var body = StartSession(seat: seat, userID: try form.needed("user"), apiVersion: api)
        if api.needsToken {
            body.organizationID = try form.needed("organization")
            guard let token = SessionToken.checked(form.raw("token")) else {
                throw PageError(.malformed, text: "error.token")
            }
            try await parts.machine.seal(token, into: &body)
        }
        if form["force"] != nil { body.force = true }
        if let patient = form["patient"], !patient.isEmpty {
            body.destinations = [FurtherDestination(.fhir, userID: patient)]
        }
        return body
    }

    private func end(_ request: Request, context: PageContext) async throws -> Response {
        try await desk.act(request, context: context, what: "endSession") { form, session in
            let (seat, id) = (try form.needed("seat"), form["session"])
            let body = SeatReference(seat: seat, sessionID: id)
            _ = try await parts.bus.call(SessionOperations.endSession, body: body, as: session.rights)
            return (context.language["done.sessionEnded", ["seat": seat]], seat, id)
        }
    }
}

/// Formats sessions for people; pure.
struct SessionRows {
    let time: PageTime

    private var language: PageTexts.Language { time.language }

    /// The person of a session, in words.
    func who(_ view: SessionView) -> String {
        view.defaultUser
            ? language["session.default"]
            : language["session.who", ["user": view.userID ?? "–", "organization": view.organizationID ?? "–"]]
    }

    func seat(_ entry: SeatPage.Entry) -> [String: Any] {
        var model: [String: Any] = ["seat": entry.seat]
        guard let session = entry.session else { return model }
        model["stay"] =
            [
                "id": session.sessionID, "who": who(session),
                "since": language["session.since", ["time": time.text(session.startedAt)]],
                "state": language.word(session.validated.rawValue, of: "validated"), "seat": entry.seat,
                "also": (session.destinations ?? []).map(also),
            ] as [String: Any]
        return model
    }

    private func also(_ further: SessionDestination) -> [String: Any] {
        [
            "destination": language.word(further.destination.rawValue, of: "destination"), "who": further.userID,
            "state": further.endReason == nil
                ? language.word(further.validated.rawValue, of: "validated") : language["session.endedThere"],
        ]
    }

    func entry(_ entry: SessionPage.Entry) -> [String: Any] {
        var model: [String: Any] = [
            "seat": entry.session.seat, "who": who(entry.session), "from": time.text(entry.session.startedAt),
            "until": entry.endedAt.map(time.text) ?? language["session.running"],
        ]
        if let reason = entry.reason { model["reason"] = language.word(reason.rawValue, of: "ended") }
        if entry.open > 0 { model["open"] = language["session.open", ["count": "\(entry.open)"]] }
        return model
    }
}
