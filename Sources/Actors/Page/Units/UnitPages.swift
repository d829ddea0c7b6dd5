internal import BusContract
internal import FoundationEssentials
internal import Hummingbird
internal import MessageBus
internal import VitalRecords

/// The form of units: one choice for each family of metrics.
struct UnitForm {
    let language: PageTexts.Language

    /// The fields, with the chosen units.
    func fields(_ units: [TypedUnit]) -> [[String: Any]] {
        UnitFamily.all.map { family in
            let own = units.first { $0.metric == family.leader }?.unit
            return [
                "metric": family.leader.rawValue, "name": language.metric(family.leader, isPair: Self.isPair(family)),
                "isOpen": own == nil,
                "units": family.units.map { unit in
                    ["ucum": unit.ucum, "sign": unit.sign, "isThis": unit.ucum == own] as [String: Any]
                },
            ]
        }
    }

    /// The chosen units in words; nil without any.
    func words(_ units: [TypedUnit]) -> String? {
        let words = UnitFamily.all.compactMap { family in
            units.first { $0.metric == family.leader }.flatMap { family.unit($0.unit) }.map { unit in
                "\(language.metric(family.leader, isPair: Self.isPair(family))) \(unit.sign)"
            }
        }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    private static func isPair(_ family: UnitFamily) -> Bool { family.leader == .systolic }

    /// The units that a form chooses.
    ///
    /// - Throws: ``PageError`` `malformed` for a unit that the family does not have.
    static func units(_ form: PageForm) throws -> [TypedUnit] {
        let texts = form.beginning("unit.")
        return try UnitFamily.all.compactMap { family in
            guard let text = texts[family.leader.rawValue] else { return nil }
            guard family.unit(text) != nil else { throw PageError(.malformed, text: "error.form") }
            return TypedUnit(metric: family.leader, unit: text)
        }
    }
}

/// Sets the units of a seat's person, on the seat's page.
struct UnitPages: Sendable {
    let parts: PageParts

    func add(to router: Router<PageContext>) {
        router.post("seats/:seat/units") { request, context in try await set(request, context: context) }
    }

    /// Fills the seat's page: the person's units, who chose them, and the form.
    func fill(_ page: inout PageModel, session: SessionView, time: PageTime) {
        let (form, view) = (UnitForm(language: time.language), SiteLimitsView(time: time))
        let entry = parts.units.file.entry(of: session.seat, session: session)
        var model: [String: Any] = ["stay": session.sessionID, "fields": form.fields(entry?.units ?? [])]
        if let entry, let words = form.words(entry.units) { model["own"] = "\(words). \(view.words(entry.author))" }
        if let words = form.words(parts.units.site?.units ?? []) { model["site"] = words }
        page["units"] = model
    }

    private func set(_ request: Request, context: PageContext) async throws -> Response {
        let (session, seat) = (try context.known, try context.part("seat"))
        try session.rights.require(SessionOperations.setSeatLimits, seat: seat)
        let form = try await PageForm(request, session: session)
        let units = try UnitForm.units(form)
        let view = try await parts.bus.session(at: seat, shown: form.needed("stay"), as: session.rights)
        let now = parts.environment.now()
        try parts.units.set(units, session: view, author: LimitStore.Author(by: session.name, at: now))
        parts.audit.note(session, what: "setUnits", seat: seat, at: now)
        await parts.board.note(.seat(seat))
        return try PageReply.json(["done": context.language["done.units"]])
    }
}
