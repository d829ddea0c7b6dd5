internal import BusContract
internal import FoundationEssentials
internal import Hummingbird
internal import MessageBus
internal import VitalRecords

/// What is usual of a seat's values: seen by all who see them, set by operators; the session manager keeps it for all pages.
struct LimitPages: Sendable {
    let parts: PageParts

    func add(to router: Router<PageContext>) {
        router.post("seats/:seat/limits") { request, context in try await set(request, context: context) }
    }

    /// The metrics that can have limits, in the order of tiles: those that can be typed.
    static var metrics: [Metric] {
        Set(RecordPages.forms.flatMap(\.metrics)).sorted { TileValues.place($0) < TileValues.place($1) }
            .compactMap(MetricTable.metric(named:))
    }

    /// The fields of a seat's form, with what is usual now.
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

    /// What is usual, in words; nil where nothing is said.
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
        // The state comes by itself; whoever set it sees it at once all the same.
        await parts.board.take(kept)
        await parts.board.note(.seat(seat))
        parts.audit.note(session, what: "setSeatLimits", seat: seat, at: parts.environment.now())
        return try PageReply.json(["done": context.language["done.limits"]])
    }

    /// The limits of a form; a metric without a number has none.
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
        // People write a comma where their language has one; what is no decimal, as nan, is no number here.
        guard let number = DecimalNumber(text.replacing(",", with: ".")).flatMap({ Double("\($0)") }) else {
            throw PageError(.malformed, text: "error.number", parts: ["text": String(text.prefix(32))])
        }
        return number
    }
}
