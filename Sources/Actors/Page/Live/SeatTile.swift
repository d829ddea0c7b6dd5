internal import BusContract
internal import FoundationEssentials
internal import VitalRecords

/// The overview's tile of one seat.
struct SeatTile: Sendable, Hashable {
    /// One value, or a pair of pressures.
    struct Value: Sendable, Hashable {
        /// The metric, for a pair the first one.
        let metric: MetricName
        /// The numbers as shown, such as `128/81`.
        var text: String
        /// The unit's symbol.
        var unit: String
        let at: Date
        /// The metrics of the value that are outside the seat's limits.
        var outside: [OutsideLimit] = []
        /// Whether the reading's own context says that almost no person has the value.
        var isImplausible = false
        /// Whether the value is a pair of pressures.
        var isPair = false
        /// The numbers as measured, one, or the two of a pair.
        var measured: [VitalRecords.Measurement] = []
        /// The latest values for the sparkline, oldest first.
        let trend: [Double]

        /// Whether the value is marked.
        var isUnusual: Bool { isImplausible || !outside.isEmpty }

        /// The value with its numbers in the person's units.
        func shown(in units: ShownUnits) -> Value {
            let parts = measured.map(units.shown)
            guard let first = parts.first else { return self }
            var value = self
            value.text = parts.map { "\($0.value)" }.joined(separator: "/")
            value.unit = TileValues.symbol(first)
            return value
        }
    }

    let entry: SeatPage.Entry
    /// The values in display order; nil if the viewer may not see values.
    let values: [Value]?
    /// The person whose values these are, as the reply with the values said; nil without one.
    var person: RecordHistory.Present?
    /// Whether earlier persons have records at the seat.
    var hasBefore = false
    /// The local label of the person; nil without one.
    var label: String?
    /// The plan of the person; nil without one.
    var plan: PersonPlans.Entry?
    /// The models of devices that wait for a measurement here.
    var waiting: [Int] = []
    /// The units of the person's values.
    var units = ShownUnits()

    /// A tile without values, for viewers who may not see them.
    init(hidden entry: SeatPage.Entry, units: ShownUnits = ShownUnits()) {
        (self.entry, values, self.units) = (entry, nil, units)
    }

    /// A tile with values, and with the label and the plan of the person whose values they are.
    ///
    /// The list of seats and the values are two replies. If another person's session began between them, the tile has
    /// no values until both name the same person.
    ///
    /// - Parameter units: Finds the person's units, with those of the newest values.
    init(
        _ entry: SeatPage.Entry,
        seen: Seen?,
        label: String?,
        plan: PersonPlans.Entry? = nil,
        units: ([MetricName: String]) -> ShownUnits = { ShownUnits(newest: $0) }
    ) {
        let isSame = seen?.person.map { $0.userID == entry.session?.userID } ?? true
        self.entry = entry
        let found = units(isSame ? seen?.newest ?? [:] : [:])
        values = isSame ? seen?.values.map { $0.shown(in: found) } ?? [] : []
        self.units = found
        person = isSame ? seen?.person : nil
        hasBefore = seen?.hasBefore ?? false
        self.label = isSame ? label : nil
        self.plan = isSame ? plan : nil
    }

    /// What the person's plan asks for; nil without a plan, and for viewers who may not see values.
    func due(now: Date, zone: TimeZone) -> PlanDue? {
        guard let plan, let values else { return nil }
        let since = max(plan.author.at, person?.since ?? .distantPast)
        return PlanDue(plan.plan, values: values, since: since, now: now, zone: zone)
    }

    /// The values of one reply, with the person whose they are.
    struct Seen: Sendable, Hashable {
        let values: [Value]
        var person: RecordHistory.Present?
        var hasBefore = false
        /// The units of the newest values.
        var newest: [MetricName: String] = [:]
    }

    var seat: String { entry.seat }
}

/// Builds a tile's values from a seat's newest records; pure.
struct TileValues {
    /// The largest number of values kept of a seat: all metrics that can have limits.
    static let most = 8
    /// The largest number of values in a sparkline.
    static let trend = 24
    /// The metrics shown first.
    private static let first: [MetricName] = [
        .systolic, .pulse, .spo2, .bodyTemperature, .bloodGlucose, .bodyWeight, .respiratoryRate,
    ]

    let seat: String
    let usual: UsualValues
    /// The user whose values are shown; nil if the sender did not name one.
    var person: String?

    /// The tile's values from records, sorted by measurement time, newest first.
    ///
    /// - Parameter older: The newest record of each metric, for metrics that `history` may lack.
    func values(of history: [RecordHistory.Entry], older: [RecordHistory.Entry] = []) -> [SeatTile.Value] {
        var newest: [MetricName: SeatTile.Value] = [:]
        var trends: [MetricName: [Double]] = [:]
        for entry in history where isShown(entry) {
            for value in values(of: entry.record) {
                trends[value.metric, default: []] += value.trend
                if newest[value.metric] == nil { newest[value.metric] = value }
            }
        }
        for entry in older where isShown(entry) {
            for value in values(of: entry.record) where newest[value.metric].map({ $0.at < value.at }) ?? true {
                newest[value.metric] = value
                trends[value.metric] = value.trend
            }
        }
        return newest.values.sorted { Self.place($0.metric) < Self.place($1.metric) }.prefix(Self.most).map { value in
            SeatTile.Value(
                metric: value.metric,
                text: value.text,
                unit: value.unit,
                at: value.at,
                outside: value.outside,
                isImplausible: value.isImplausible,
                isPair: value.isPair,
                measured: value.measured,
                trend: (trends[value.metric] ?? []).prefix(Self.trend).reversed()
            )
        }
    }

    /// The units of the newest values that are shown.
    func units(of entries: [RecordHistory.Entry]) -> [MetricName: String] {
        ShownUnits.newest(of: entries.filter(isShown))
    }

    /// Whether a record is shown: not if it is deleted, or its own user is another person.
    private func isShown(_ entry: RecordHistory.Entry) -> Bool {
        guard entry.state != .deleted else { return false }
        guard let person, let user = entry.userID else { return true }
        return person == user
    }

    /// The sort key of a metric in display order.
    static func place(_ metric: MetricName) -> (Int, String) {
        (first.firstIndex(of: metric) ?? first.count, metric.rawValue)
    }

    /// The values of one record, with the two pressures as one value.
    func values(of record: VitalRecord) -> [SeatTile.Value] {
        let diastolic = record.measurements.first { $0.metric == .diastolic }
        return record.measurements.filter { $0.metric != .diastolic || !hasSystolic(record) }.map { measured in
            let pair = measured.metric == .systolic ? diastolic : nil
            return SeatTile.Value(
                metric: measured.metric,
                text: pair.map { "\(measured.value)/\($0.value)" } ?? "\(measured.value)",
                unit: Self.symbol(measured),
                at: record.timestamp,
                outside: [measured, pair].compactMap(\.self).compactMap { part in
                    usual.side(of: part, seat: seat).map { OutsideLimit(metric: part.metric, side: $0) }
                },
                isImplausible: record.context?.implausible.contains(measured.metric) ?? false,
                isPair: pair != nil,
                measured: [measured, pair].compactMap(\.self),
                trend: Self.point(measured).map { [$0] } ?? []
            )
        }
    }

    private func hasSystolic(_ record: VitalRecord) -> Bool { record.measurements.contains { $0.metric == .systolic } }

    /// A value for the sparkline, converted to the metric's canonical unit, because a line needs a single unit.
    private static func point(_ measured: Measurement) -> Double? {
        // Absent is nil: a value that does not convert is left off the line.
        (try? MetricTable.metric(named: measured.metric)?.canonicalValue(of: measured)).flatMap { Double("\($0)") }
    }

    /// The unit as people write it.
    static func symbol(_ measured: Measurement) -> String {
        let unit = MetricTable.metric(named: measured.metric)?.unit(measured.unit)
        return unit?.sign ?? measured.unit
    }
}
