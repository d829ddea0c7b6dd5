internal import BusContract
internal import FoundationEssentials
internal import VitalRecords

/// The one unit in which the page shows and asks for each metric of a seat's person; pure.
///
/// The person's own unit applies, then the site's, then the configured one of the seat, then that of the person's
/// newest value. What is stored stays as measured.
struct ShownUnits: Sendable, Hashable {
    /// The most fraction digits of a limit.
    private static let limitDigits = 2

    /// By the leader of the family.
    private var chosen: [MetricName: String] = [:]
    private var newest: [MetricName: String] = [:]

    /// - Parameters:
    ///   - choices: Chosen units, the most specific first.
    ///   - newest: The units of the person's newest values.
    init(_ choices: [[TypedUnit]] = [], newest: [MetricName: String] = [:]) {
        for choice in choices.reversed() {
            // The leader's unit applies to a family whose metrics have several ones.
            let leading = choice.sorted { !Self.leads($0) && Self.leads($1) }
            for entry in leading {
                guard let family = UnitFamily.of(entry.metric), family.unit(entry.unit) != nil else { continue }
                chosen[family.leader] = entry.unit
            }
        }
        self.newest = newest
    }

    private static func leads(_ entry: TypedUnit) -> Bool { UnitFamily.of(entry.metric)?.leader == entry.metric }

    /// The units of records, those of the newest values.
    static func newest(of entries: [RecordHistory.Entry]) -> [MetricName: String] {
        let records = entries.filter { $0.state != .deleted }.map(\.record).sorted { $0.timestamp > $1.timestamp }
        let units = records.flatMap(\.measurements).map { ($0.metric, $0.unit) }
        return Dictionary(units) { first, _ in first }
    }

    /// The chosen or newest unit of a metric; nil if neither is known.
    func known(_ metric: Metric) -> MetricUnit? {
        guard let family = UnitFamily.of(metric.name) else {
            return newest[metric.name].flatMap { metric.unit($0) }.flatMap { $0.sign.isEmpty ? nil : $0 }
        }
        return (chosen[family.leader] ?? newest[family.leader] ?? newest[metric.name]).flatMap { family.unit($0) }
    }

    /// The unit of a metric's numbers: the known one, otherwise the metric's first.
    func unit(_ metric: Metric) -> MetricUnit { known(metric) ?? metric.canonicalUnit }

    /// The value as shown; as measured if the metric is unknown or the value does not convert.
    func shown(_ measured: VitalRecords.Measurement) -> VitalRecords.Measurement {
        guard let metric = MetricTable.metric(named: measured.metric) else { return measured }
        return measured.converted(to: unit(metric).ucum) ?? measured
    }

    // MARK: Limits

    /// A limit, which is kept in the metric's first unit, as people write it: at most 2 fraction digits if converted.
    func limit(_ number: Double, of metric: Metric) -> String {
        let (text, unit) = (SeatLimits.text(number), unit(metric))
        guard unit != metric.canonicalUnit, let kept = DecimalNumber(text),
            // Absent is nil: a limit that does not fit stays in its own unit, which is then wrong to show.
            let result = try? metric.convert(
                kept,
                from: metric.canonicalUnit.ucum,
                to: unit.ucum,
                fractionDigits: Self.limitDigits
            )
        else { return text }
        return "\(result.withoutTrailingFractionZeros)"
    }

    /// A typed limit in the metric's first unit, with the digits with which values are compared.
    ///
    /// - Parameter kept: The limit so far: typed as shown, it stays as it is.
    func kept(_ typed: DecimalNumber, of metric: Metric, instead kept: Double?) -> Double? {
        if let kept, DecimalNumber(limit(kept, of: metric)) == typed { return kept }
        let value = VitalRecords.Measurement(metric: metric.name, value: typed, unit: unit(metric).ucum)
        // Absent is nil: a number that does not fit is refused.
        return (try? metric.canonicalValue(of: value)).flatMap { Double("\($0.withoutTrailingFractionZeros)") }
    }
}
