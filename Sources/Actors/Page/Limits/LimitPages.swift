internal import BusContract
internal import FoundationEssentials
internal import Hummingbird
internal import Logging
internal import MessageBus
internal import VitalRecords

/// The usual limits of a person's values, visible to all who see the values, and set by operators.
///
/// The session manager stores them, and ends them with the person. The site's default limits are the page's own
/// (``AdminLimits``).
struct LimitPages: Sendable {
    let parts: PageParts

    func add(to router: Router<PageContext>) {
        router.post("seats/:seat/limits") { request, context in try await set(request, context: context) }
    }

    /// The metrics that can have limits, in the tiles' order: those with a form for typed values.
    static var metrics: [Metric] {
        Set(RoundForm.groups.flatMap(\.metrics)).sorted { TileValues.place($0) < TileValues.place($1) }
            .compactMap(MetricTable.metric(named:))
    }

    /// The fields of a seat's form, with the current limits.
    static func fields(_ limits: [SeatLimits.Limit], language: PageTexts.Language) -> [[String: Any]] {
        metrics.map { metric in
            let limit = limits.first { $0.metric == metric.name }
            return [
                "metric": metric.name.rawValue, "name": language.word(metric.name.rawValue, of: "metric"),
                "unit": metric.canonicalUnit.sign, "lowest": limit?.lowest.map(SeatLimits.text) ?? "",
                "highest": limit?.highest.map(SeatLimits.text) ?? "",
            ]
        }
    }

    /// The limits in words; nil if there are none.
    static func words(_ limits: [SeatLimits.Limit], language: PageTexts.Language) -> String? {
        guard !limits.isEmpty else { return nil }
        return limits.map { limit in
            let name = language.word(limit.metric.rawValue, of: "metric")
            let number = { (number: Double?) in number.map { language.number(SeatLimits.text($0)) } ?? "" }
            let unit = MetricTable.metric(named: limit.metric)?.canonicalUnit.sign ?? ""
            return "\(name) \(number(limit.lowest))–\(number(limit.highest)) \(unit)"
        }.joined(separator: ", ")
    }

    private func set(_ request: Request, context: PageContext) async throws -> Response {
        let (session, seat) = (try context.known, try context.part("seat"))
        try session.rights.require(SessionOperations.setSeatLimits, seat: seat)
        let form = try await PageForm(request, session: session)
        let body = SeatLimits(seat: seat, limits: try Self.limits(form))
        let kept = try await parts.bus.call(SessionOperations.setSeatLimits, body: body, as: session.rights)
        // The bus delivers the new state later, but the operator should see it at once.
        await parts.board.take(kept)
        await parts.board.note(.seat(seat))
        let now = parts.environment.now()
        parts.audit.note(session, what: "setSeatLimits", seat: seat, at: now)
        do {
            try parts.limits.note(kept, author: LimitStore.Author(by: session.name, at: now))
        } catch {
            // The limits apply all the same; pages then say that they were set elsewhere.
            parts.logger.error("cannot store who set a seat's limits", metadata: ["error": "\(error)"])
        }
        return try PageReply.json(["done": context.language["done.limits"]])
    }

    /// The limits in a form; a metric with empty fields has none.
    ///
    /// - Throws: ``PageError`` `malformed`.
    static func limits(_ form: PageForm) throws -> [SeatLimits.Limit] {
        let (lowest, highest) = (form.beginning("lowest."), form.beginning("highest."))
        return try metrics.compactMap { metric in
            let name = metric.name
            let (low, high) = (try number(lowest[name.rawValue]), try number(highest[name.rawValue]))
            guard low != nil || high != nil else { return nil }
            if let low, let high, high < low { throw PageError(.malformed, text: "error.limit") }
            return SeatLimits.Limit(metric: name, lowest: low, highest: high)
        }
    }

    private static func number(_ text: String?) throws -> Double? {
        guard let text else { return nil }
        // People may type a decimal comma; a text that is not a decimal, such as nan, is not accepted as a number.
        guard let number = DecimalNumber(text.replacing(",", with: ".")).flatMap({ Double("\($0)") }) else {
            throw PageError(.malformed, text: "error.number", parts: ["text": String(text.prefix(32))])
        }
        return number
    }
}
