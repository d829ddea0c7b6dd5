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
    static func fields(
        _ limits: [SeatLimits.Limit],
        units: ShownUnits,
        language: PageTexts.Language
    ) -> [[String: Any]] {
        metrics.map { metric in
            let limit = limits.first { $0.metric == metric.name }
            let unit = units.unit(metric)
            return [
                "metric": metric.name.rawValue, "name": language.word(metric.name.rawValue, of: "metric"),
                "unit": unit.sign, "ucum": unit.ucum,
                "lowest": limit?.lowest.map { units.limit($0, of: metric) } ?? "",
                "highest": limit?.highest.map { units.limit($0, of: metric) } ?? "",
            ]
        }
    }

    /// The limits in words; nil if there are none.
    static func words(_ limits: [SeatLimits.Limit], units: ShownUnits, language: PageTexts.Language) -> String? {
        guard !limits.isEmpty else { return nil }
        return limits.map { limit in
            let name = language.word(limit.metric.rawValue, of: "metric")
            let metric = MetricTable.metric(named: limit.metric)
            let number = { (number: Double?) in
                guard let number else { return "" }
                return language.number(metric.map { units.limit(number, of: $0) } ?? SeatLimits.text(number))
            }
            let unit = metric.map { units.unit($0).sign } ?? ""
            return "\(name) \(number(limit.lowest))–\(number(limit.highest)) \(unit)"
        }.joined(separator: ", ")
    }

    private func set(_ request: Request, context: PageContext) async throws -> Response {
        let (session, seat) = (try context.known, try context.part("seat"))
        try session.rights.require(SessionOperations.setSeatLimits, seat: seat)
        let form = try await PageForm(request, session: session)
        // They are the limits of the person whom the form showed.
        try await parts.bus.stay(at: seat, shown: form["stay"] ?? "", as: session.rights)
        let units = try await parts.board.units(of: seat, for: session.rights, now: parts.environment.now())
        let typed = Form(form: form, units: units, kept: await parts.board.ownLimits(of: seat))
        let body = SeatLimits(seat: seat, limits: try typed.limits())
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

    /// The limits in a form, typed in the units that it showed.
    struct Form {
        let form: PageForm
        let units: ShownUnits
        /// The limits so far: a number that the reader left as shown stays as it is.
        let kept: [SeatLimits.Limit]

        /// The limits in each metric's first unit; a metric with empty fields has none.
        ///
        /// - Throws: ``PageError`` `malformed`, or `conflict` if the unit changed since the form was shown.
        func limits() throws -> [SeatLimits.Limit] {
            let (lowest, highest, shown) = (
                form.beginning("lowest."), form.beginning("highest."), form.beginning("unit.")
            )
            return try LimitPages.metrics.compactMap { metric in
                let (name, former) = (metric.name.rawValue, kept.first { $0.metric == metric.name })
                let low = try number(lowest[name], of: metric, kept: former?.lowest)
                let high = try number(highest[name], of: metric, kept: former?.highest)
                guard low != nil || high != nil else { return nil }
                guard shown[name] ?? units.unit(metric).ucum == units.unit(metric).ucum else {
                    throw PageError(.conflict, text: "error.unitChanged")
                }
                if let low, let high, high < low { throw PageError(.malformed, text: "error.limit") }
                return SeatLimits.Limit(metric: metric.name, lowest: low, highest: high)
            }
        }

        private func number(_ text: String?, of metric: Metric, kept: Double?) throws -> Double? {
            guard let text else { return nil }
            let number = try DecimalNumber.read(text, of: metric, unit: units.unit(metric).ucum)
            guard let limit = units.kept(number, of: metric, instead: kept) else {
                throw PageError(.malformed, text: "error.number", parts: ["text": String(text.prefix(32))])
            }
            return limit
        }
    }
}
