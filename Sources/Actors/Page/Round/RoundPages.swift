internal import BusContract
internal import FoundationEssentials
internal import Hummingbird
internal import MessageBus
internal import VitalRecords

/// The page of one form for all vitals of a round, with one button that saves and one that takes it back.
struct RoundPages: Sendable {
    let parts: PageParts

    func add(to router: Router<PageContext>) {
        router.get("seats/:seat/add") { _, context in try await form(context) }
        router.post("seats/:seat/records") { request, context in try await save(request, context: context) }
        router.post("seats/:seat/check") { request, context in try await check(request, context: context) }
        router.post("seats/:seat/undo") { request, context in try await undo(request, context: context) }
    }

    private func asked(_ context: PageContext) throws -> (session: PageSession, seat: String) {
        let (session, seat) = (try context.known, try context.part("seat"))
        try session.rights.require(SessionOperations.submitRecords, seat: seat)
        return (session, seat)
    }

    private func form(_ context: PageContext) async throws -> Response {
        let (session, seat) = try asked(context)
        let seats = try await parts.board.seats(for: session.rights)
        guard seats.contains(seat) else { throw PageError(.notFound, text: "error.seat", parts: ["seat": seat]) }
        let stay = try await parts.bus.stay(at: seat, as: session.rights)
        let language = context.language
        var page = PageModel(parts, context: context, title: language["add.title", ["seat": seat]], place: "seat")
        page["seat"] = seat
        page["path"] = PagePath.seat(seat)
        page["stay"] = stay?.sessionID ?? ""
        let units = try await parts.board.units(of: seat, for: session.rights, now: parts.environment.now())
        page["groups"] = RoundForm(language: language).model(units: units)
        page["testers"] = RoundForm(language: language).testers
        if stay == nil { page["alone"] = language["tile.noSession"] }
        if LabelPages.allows(session) {
            page["notes"] = stay?.userID != nil
            if let label = parts.labels.label(of: seat, session: stay) {
                page["label"] = label
            } else if stay?.userID != nil {
                page["asksLabel"] = true
            }
        }
        if let next = Self.next(after: seat, of: seats) {
            page["next"] = ["seat": next, "path": "\(PagePath.seat(next))/add"]
        }
        return try page.response("add")
    }

    /// The bed after a seat in the order of the ward; nil after the last one.
    static func next(after seat: String, of seats: [String]) -> String? {
        let sorted = seats.sorted { BedName($0) < BedName($1) }
        guard let place = sorted.firstIndex(of: seat), place + 1 < sorted.count else { return nil }
        return sorted[place + 1]
    }

    /// What is unlikely in the typed values; nothing is stored, logged or sent on.
    private func check(_ request: Request, context: PageContext) async throws -> Response {
        let session = try asked(context).session
        let form = try await PageForm(request, session: session)
        return try PageReply.json(["findings": RoundCheck(language: context.language).findings(form)])
    }

    private func save(_ request: Request, context: PageContext) async throws -> Response {
        let (session, seat) = try asked(context)
        let form = try await PageForm(request, session: session)
        let now = parts.environment.now()
        let time = PageTime(language: context.language, now: now)
        let readings = try RoundReader(form: form, seat: seat, time: time).readings()
        let note = try PersonNotes.checked(form["note"] ?? "")
        // The values were typed for the person that the form showed.
        let stay = try await parts.bus.stay(at: seat, shown: form["stay"] ?? "", as: session.rights)
        let body = SubmitRecords(records: readings, unusual: form["unusual"] == nil ? nil : true)
        let reply = try await parts.bus.call(SessionOperations.submitRecords, body: body, as: session.rights)
        for reading in readings {
            parts.audit.note(session, what: "submitRecords", seat: seat, about: reading.readingKey.rawValue, at: now)
        }
        let said = try RoundAnswer(time: time).words(reply.results)
        // A form that is sent twice has its note once.
        let isNew = reply.results.contains { $0.outcome != .repeated }
        let noted = isNew ? self.note(note, stay: stay, session: session, now: now) : nil
        let undo =
            session.kiosk == nil
            ? await parts.undo.remember(reply.results, note: noted, seat: seat, session: session) : nil
        let hasLabel = await label(form, stay: stay, session: session)
        return try PageReply.json(
            RoundReply(
                done: note.isEmpty || noted != nil || !isNew ? said : "\(said) \(context.language["error.noteLost"])",
                undo: undo,
                undoWord: context.language["round.undo"],
                hasLabel: hasLabel
            )
        )
    }

    /// Stores the note that was typed with the values; nil if there is none, or it is not stored.
    private func note(_ text: String, stay: SessionView?, session: PageSession, now: Date) -> PersonNotes.Note? {
        guard !text.isEmpty, let stay, LabelPages.allows(session) else { return nil }
        let note = PersonNotes.Note(text: text, author: LimitStore.Author(by: session.name, at: now))
        do {
            try parts.notes.add(note, session: stay)
            parts.audit.note(session, what: "addNote", seat: stay.seat, at: now)
            return note
        } catch {
            // The values are saved, and the answer says that the note is not.
            return nil
        }
    }

    /// Stores the label that was typed with the values; whether it is stored.
    private func label(_ form: PageForm, stay: SessionView?, session: PageSession) async -> Bool {
        guard let label = form["label"], let stay, LabelPages.allows(session) else { return false }
        do {
            let pages = LabelPages(parts: parts)
            try await pages.store(label, seat: stay.seat, session: session, expected: stay.sessionID)
            return true
        } catch {
            // The values are saved, and the form still asks for the label.
            return false
        }
    }

    private func undo(_ request: Request, context: PageContext) async throws -> Response {
        let (session, seat) = try asked(context)
        guard session.kiosk == nil else {
            throw PageError(.forbidden, text: "error.role", parts: ["role": "kiosk"])
        }
        let form = try await PageForm(request, session: session)
        let saved = try await parts.undo.undo(try form.needed("undo"), seat: seat, session: session)
        let now = parts.environment.now()
        if let note = saved.note { try parts.notes.remove(note, seat: seat) }
        for item in saved.items {
            let about = item.record?.rawValue ?? item.key.rawValue
            parts.audit.note(session, what: "undo", seat: seat, about: about, at: now)
        }
        let time = PageTime(language: context.language, now: now)
        return try PageReply.json(["done": context.language["round.undone", ["time": time.short(saved.at)]]])
    }
}

/// The answer to a saved form; `undo` is the token for taking it back, absent if that is not possible.
struct RoundReply: Encodable {
    let done: String
    let undo: String?
    let undoWord: String
    /// Whether the form's label was stored.
    let hasLabel: Bool
}

/// Words the result of a round.
struct RoundAnswer {
    let time: PageTime

    /// What happened to the readings.
    ///
    /// - Throws: ``PageError`` `malformed` if none was stored.
    func words(_ results: [SubmittedRecords.Result]) throws -> String {
        let language = time.language
        let refused = results.filter { $0.outcome == .refused }
        let why = refused.compactMap { $0.error?.message }.joined(separator: " ")
        guard !results.isEmpty else { throw PageError(.unavailable, text: "error.away") }
        guard refused.count < results.count else {
            throw PageError(.malformed, words: why.isEmpty ? language["error.form"] : why)
        }
        var outcomes: [SubmittedRecords.Outcome] = []
        for result in results where result.outcome != .refused && !outcomes.contains(result.outcome) {
            outcomes.append(result.outcome)
        }
        var sentences = outcomes.map { outcome in
            outcome == .accepted
                ? language["round.saved", ["time": time.short(time.now)]]
                : language.word(outcome.rawValue, of: "added")
        }
        if !refused.isEmpty { sentences.append(language["round.refused", ["why": why]]) }
        return sentences.joined(separator: " ")
    }
}

/// Reads the readings of a round's form; pure.
struct RoundReader {
    let form: PageForm
    let seat: String
    let time: PageTime

    /// The readings.
    ///
    /// - Throws: ``PageError`` `malformed` for values that cannot be, or were not confirmed as unusual.
    func readings() throws -> [Reading] {
        let typed = try TypedFields(form, language: time.language)
        try typed.checkSlips(time.language)
        let keys = form.beginning("key.").compactMapValues { ReadingKey(rawValue: $0) }
        let at = try time.moment(form["time"]) ?? time.now
        return try RoundForm.readings(typed.all, keys: keys) { type, key, values in
            try reading(type, key: key, values: values, at: at)
        }
    }

    /// Who measured, and for a glucose the meal; nil if the form says neither.
    private func context(_ type: RecordType) -> ReadingContext? {
        let meal = form["meal"].flatMap { ["before_meal", "after_meal"].contains($0) ? $0 : nil }
        let tester = form["tester"].flatMap { RoundForm.testers.contains($0) ? $0 : nil }
        let context = ReadingContext(meal: type == .diabetes ? meal : nil, tester: tester)
        return context.isEmpty ? nil : context
    }

    private func reading(_ type: RecordType, key: ReadingKey, values: [Measurement], at: Date) throws -> Reading {
        guard let seatID = SeatID(rawValue: seat), let hub = HubID(rawValue: BusAddress.siteHub) else {
            throw PageError(.malformed, text: "error.form")
        }
        let reading = Reading(
            readingKey: key,
            type: type,
            timestamp: at,
            utcOffset: time.zone.secondsFromGMT(for: at),
            timeQuality: .received,
            receivedAt: time.now,
            hub: hub,
            seat: seatID,
            source: RecordSource(kind: .manual),
            measurements: values,
            context: context(type),
            // The form showed one person, so no time that is typed into it makes the values another's.
            sessionID: form["stay"].flatMap { $0.isEmpty ? nil : $0 }
        )
        do {
            try reading.validate(now: time.now)
        } catch {
            throw PageError(.malformed, words: "\(error.field): \(error.message)")
        }
        return reading
    }
}
