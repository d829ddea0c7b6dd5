internal import BusContract
internal import FoundationEssentials
internal import Hummingbird
internal import MessageBus
internal import VitalRecords

/// The pages for typed input: a new record, a correction, a deletion.
struct RecordPages: Sendable {
    /// The forms for typed values, each with its record type and metrics.
    static let forms: [(name: String, type: RecordType, metrics: [MetricName])] = [
        ("blood_pressure", .biometrics, [.systolic, .diastolic, .pulse]), ("pulse", .biometrics, [.pulse]),
        ("spo2", .biometrics, [.spo2]), ("body_temperature", .biometrics, [.bodyTemperature]),
        ("blood_glucose", .diabetes, [.bloodGlucose]), ("body_weight", .weight, [.bodyWeight]),
        ("respiratory_rate", .biometrics, [.respiratoryRate]),
    ]

    let parts: PageParts

    func add(to router: Router<PageContext>) {
        router.get("seats/:seat/add") { _, context in try await form(context) }
        router.post("seats/:seat/records") { request, context in try await add(request, context: context) }
        router.post("seats/:seat/records/:logID/change") { request, context in
            try await change(request, context: context)
        }
        router.post("seats/:seat/records/:logID/delete") { request, context in
            try await delete(request, context: context)
        }
    }

    private func asked<Body, Reply>(
        _ context: PageContext,
        for operation: Operation<Body, Reply>
    ) throws -> (session: PageSession, seat: String) {
        let (session, seat) = (try context.known, try context.part("seat"))
        try session.rights.require(operation, seat: seat)
        return (session, seat)
    }

    private func form(_ context: PageContext) async throws -> Response {
        let (session, seat) = try asked(context, for: SessionOperations.submitRecords)
        let view = try await parts.bus.call(
            SessionOperations.session,
            body: SeatReference(seat: seat),
            as: session.rights
        )
        let time = PageTime(language: context.language, now: parts.environment.now())
        var page = PageModel(
            parts,
            context: context,
            title: context.language["add.title", ["seat": seat]],
            place: "seat"
        )
        page["seat"] = seat
        page["path"] = PagePath.seat(seat)
        page["time"] = time.field(time.now)
        let last = try await lastUnits(seat, rights: session.rights)
        let own = (view.units ?? []).map { ($0.metric, $0.unit) }
        let units = Dictionary(own) { $1 }.merging(last) { $1 }
        page["forms"] = Self.forms.map { Self.model($0, units: units, language: context.language) }
        return try page.response("add")
    }

    /// The units of the present person's latest values; empty if the user may not see values.
    private func lastUnits(_ seat: String, rights: Rights) async throws -> [MetricName: String] {
        guard rights.may(SessionOperations.recordHistory) else { return [:] }
        let records = try await LiveBoard.newest(seat, bus: parts.bus, rights: rights, now: parts.environment.now())
        let values = records.flatMap(\.record.measurements).map { ($0.metric, $0.unit) }
        // The newest values come first.
        return Dictionary(values) { first, _ in first }
    }

    /// - Parameter units: The preselected units: those of the person's latest values, otherwise the seat's configured
    ///   ones.
    static func model(
        _ form: (name: String, type: RecordType, metrics: [MetricName]),
        units: [MetricName: String],
        language: PageTexts.Language
    ) -> [String: Any] {
        let fields = form.metrics.compactMap(MetricTable.metric(named:)).map { metric -> [String: Any] in
            // A unit without a symbol cannot be typed.
            let choices = metric.units.filter { !$0.sign.isEmpty }
            let known = units[metric.name].flatMap { unit in choices.first { $0.ucum == unit } }
            let own = known ?? (metric.needsUnit ? nil : choices.first)
            return [
                "metric": metric.name.rawValue, "name": language.word(metric.name.rawValue, of: "metric"),
                "isOne": choices.count == 1, "unit": own?.sign ?? "", "ucum": own?.ucum ?? "",
                "isOpen": own == nil,
                "units": choices.map {
                    ["ucum": $0.ucum, "sign": $0.sign, "isOwn": $0.ucum == own?.ucum] as [String: Any]
                },
            ]
        }
        return [
            "form": form.name, "name": language.word(form.name, of: "metric"), "fields": fields,
            "hasMeal": form.name == "blood_glucose",
        ]
    }

    private func add(_ request: Request, context: PageContext) async throws -> Response {
        let (session, seat) = try asked(context, for: SessionOperations.submitRecords)
        let form = try await PageForm(request, session: session)
        let reading = try reading(form, seat: seat, language: context.language)
        let body = SubmitRecords(records: [reading], unusual: form["unusual"] == nil ? nil : true)
        let reply = try await parts.bus.call(SessionOperations.submitRecords, body: body, as: session.rights)
        parts.audit.note(
            session,
            what: "submitRecords",
            seat: seat,
            about: reading.readingKey.rawValue,
            at: parts.environment.now()
        )
        guard let result = reply.results.first else { throw PageError(.unavailable, text: "error.away") }
        guard result.outcome != .refused else {
            throw PageError(.malformed, words: result.error?.message ?? context.language["error.form"])
        }
        return try PageReply.json(["done": context.language.word(result.outcome.rawValue, of: "added")])
    }

    /// The reading in a form; it takes its key from the form, so that a form sent twice stores one reading.
    private func reading(_ form: PageForm, seat: String, language: PageTexts.Language) throws -> Reading {
        let now = parts.environment.now()
        let time = PageTime(language: language, now: now)
        guard let kind = Self.forms.first(where: { $0.name == form["form"] }),
            let key = try ReadingKey(rawValue: form.needed("key")), let seatID = SeatID(rawValue: seat),
            let hub = HubID(rawValue: BusAddress.siteHub)
        else { throw PageError(.malformed, text: "error.form") }
        let typed = try TypedFields(form, language: language)
        let values = typed.all.filter { kind.metrics.contains($0.metric) }
        guard !values.isEmpty else { throw PageError(.malformed, text: "error.noValue") }
        try typed.checkSlips(language)
        let meal = form["meal"].flatMap { ["before_meal", "after_meal"].contains($0) ? ReadingContext(meal: $0) : nil }
        let reading = Reading(
            readingKey: key,
            type: kind.type,
            timestamp: try time.moment(form["time"]) ?? now,
            utcOffset: time.zone.secondsFromGMT(for: now),
            timeQuality: .received,
            receivedAt: now,
            hub: hub,
            seat: seatID,
            source: RecordSource(kind: .manual),
            measurements: values,
            context: meal
        )
        do {
            try reading.validate(now: now)
        } catch {
            throw PageError(.malformed, words: "\(error.field): \(error.message)")
        }
        return reading
    }

    private func logID(_ context: PageContext) throws -> LogID {
        guard let id = LogID(rawValue: try context.part("logID")) else {
            throw PageError(.notFound, text: "error.record")
        }
        return id
    }

    private func change(_ request: Request, context: PageContext) async throws -> Response {
        let (session, seat) = try asked(context, for: SessionOperations.updateRecord)
        let form = try await PageForm(request, session: session)
        let (id, revision) = (try logID(context), try Self.revision(form))
        let typed = try TypedFields(form, language: context.language)
        try typed.checkSlips(context.language)
        let body = UpdateRecord(
            logID: id,
            baseRevision: revision,
            measurements: typed.all,
            unusual: form["unusual"] == nil ? nil : true
        )
        let reply = try await parts.bus.call(SessionOperations.updateRecord, body: body, as: session.rights)
        return try note("updateRecord", reply: reply, seat: seat, session: session, context: context)
    }

    private func delete(_ request: Request, context: PageContext) async throws -> Response {
        let (session, seat) = try asked(context, for: SessionOperations.deleteRecord)
        let form = try await PageForm(request, session: session)
        let body = DeleteRecord(logID: try logID(context), baseRevision: try Self.revision(form))
        let reply = try await parts.bus.call(SessionOperations.deleteRecord, body: body, as: session.rights)
        return try note("deleteRecord", reply: reply, seat: seat, session: session, context: context)
    }

    private static func revision(_ form: PageForm) throws -> Int {
        guard let revision = Int(try form.needed("revision")), revision > 0 else {
            throw PageError(.malformed, text: "error.form")
        }
        return revision
    }

    private func note(
        _ what: String,
        reply: RecordChanged,
        seat: String,
        session: PageSession,
        context: PageContext
    ) throws -> Response {
        parts.audit.note(session, what: what, seat: seat, about: reply.logID.rawValue, at: parts.environment.now())
        return try PageReply.json(["done": context.language.word(reply.outcome.rawValue, of: "changed")])
    }
}
