internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import VitalRecords

/// What stands on the overview of one seat.
struct SeatTile: Sendable, Hashable {
    /// One value, or a pair of pressures.
    struct Value: Sendable, Hashable {
        /// The metric; the first of a pair.
        let metric: MetricName
        /// The numbers, as `128/81`.
        let text: String
        /// The unit's symbol.
        let unit: String
        let at: Date
        let isUnusual: Bool
        /// Whether two pressures stand in it.
        var isPair = false
        /// The last values, oldest first, for a small line.
        let trend: [Double]
    }

    let entry: SeatPage.Entry
    /// The values in the order in which they are shown; nil where whoever looks may see none.
    let values: [Value]?

    var seat: String { entry.seat }
}

/// Makes the values of a tile from a seat's newest records; pure.
struct TileValues {
    /// The most values of a tile.
    static let most = 6
    /// The most values of a small line.
    static let trend = 24
    /// What is shown first.
    private static let first: [MetricName] = [
        .systolic, .pulse, .spo2, .bodyTemperature, .bloodGlucose, .bodyWeight, .respiratoryRate,
    ]

    let seat: String
    let usual: UsualValues

    /// The values of records, of which the one that was measured last comes first.
    ///
    /// - Parameter older: The newest records of metrics that may stand in none of those.
    func values(of history: [RecordHistory.Entry], older: [RecordHistory.Entry] = []) -> [SeatTile.Value] {
        var newest: [MetricName: SeatTile.Value] = [:]
        var trends: [MetricName: [Double]] = [:]
        for entry in history where entry.state != .deleted {
            for value in values(of: entry.record) {
                trends[value.metric, default: []] += value.trend
                if newest[value.metric] == nil { newest[value.metric] = value }
            }
        }
        for entry in older where entry.state != .deleted {
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
                isUnusual: value.isUnusual,
                isPair: value.isPair,
                trend: (trends[value.metric] ?? []).prefix(Self.trend).reversed()
            )
        }
    }

    /// Where a metric stands among others.
    static func place(_ metric: MetricName) -> (Int, String) {
        (first.firstIndex(of: metric) ?? first.count, metric.rawValue)
    }

    /// The values of one record; the two pressures are one.
    func values(of record: VitalRecord) -> [SeatTile.Value] {
        let diastolic = record.measurements.first { $0.metric == .diastolic }
        return record.measurements.filter { $0.metric != .diastolic || !hasSystolic(record) }.map { measured in
            let pair = measured.metric == .systolic ? diastolic : nil
            return SeatTile.Value(
                metric: measured.metric,
                text: pair.map { "\(measured.value)/\($0.value)" } ?? "\(measured.value)",
                unit: Self.symbol(measured),
                at: record.timestamp,
                isUnusual: [measured, pair].compactMap(\.self).contains { usual.isUnusual($0, seat: seat) }
                    || record.context?.implausible.contains(measured.metric) ?? false,
                isPair: pair != nil,
                trend: Self.point(measured).map { [$0] } ?? []
            )
        }
    }

    private func hasSystolic(_ record: VitalRecord) -> Bool { record.measurements.contains { $0.metric == .systolic } }

    /// A value for the small line, in the metric's first unit: one line has one unit, whatever each value stands in.
    private static func point(_ measured: Measurement) -> Double? {
        // Absent is nil: what does not convert has no place on the line.
        (try? MetricTable.metric(named: measured.metric)?.canonicalValue(of: measured)).flatMap { Double("\($0)") }
    }

    /// The unit as people write it.
    static func symbol(_ measured: Measurement) -> String {
        let unit = MetricTable.metric(named: measured.metric)?.unit(measured.unit)
        return unit?.sign ?? measured.unit
    }
}

/// What is usual for a seat: as the configuration has it, and over that as an operator said it at the session manager.
struct UsualValues: Sendable {
    private struct Range: Sendable {
        let lowest: DecimalNumber?
        let highest: DecimalNumber?
    }

    /// By seat, or `*`, then by metric.
    private var ranges: [String: [MetricName: Range]] = [:]

    /// Reads texts like `bed-a:systolic=95..160`.
    ///
    /// - Throws: `RuntimeError` `configuration` with the text that is none.
    init(_ texts: [String]) throws {
        for text in texts {
            let halves = text.split(separator: "=", maxSplits: 1).map(String.init)
            let names = (halves.first ?? "").split(separator: ":", maxSplits: 1).map(String.init)
            guard names.count == 2, halves.count == 2, let range = Self.range(halves[1]),
                MetricTable.metric(named: MetricName(rawValue: names[1])) != nil
            else {
                throw RuntimeError(
                    .configuration,
                    message:
                        "limits: '\(text)' does not have the form bed-a:systolic=95..160 with a metric of 'vitalbus metric list'"
                )
            }
            ranges[names[0], default: [:]][MetricName(rawValue: names[1])] = range
        }
    }

    private static func range(_ text: String) -> Range? {
        guard let dots = text.firstRange(of: "..") else { return nil }
        let (low, high) = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
        let range = Range(lowest: DecimalNumber(low), highest: DecimalNumber(high))
        guard range.lowest != nil || low.isEmpty, range.highest != nil || high.isEmpty else { return nil }
        return range.lowest == nil && range.highest == nil ? nil : range
    }

    /// What was said at the session manager, by seat, then by metric.
    private var said: [String: [MetricName: Range]] = [:]

    /// Takes what was said of a seat, in place of what was said before.
    mutating func set(_ limits: SeatLimits) {
        let ranges = limits.limits.map {
            (
                $0.metric,
                Range(
                    lowest: $0.lowest.map(SeatLimits.text).flatMap { DecimalNumber($0) },
                    highest: $0.highest.map(SeatLimits.text).flatMap { DecimalNumber($0) }
                )
            )
        }
        said[limits.seat] = ranges.isEmpty ? nil : Dictionary(ranges) { $1 }
    }

    /// What is usual of a seat, in the order of tiles.
    func limits(of seat: String) -> [SeatLimits.Limit] {
        var all = ranges["*"] ?? [:]
        for part in [ranges[seat], said[seat]].compactMap(\.self) { all.merge(part) { $1 } }
        return all.sorted { TileValues.place($0.key) < TileValues.place($1.key) }.map {
            SeatLimits.Limit(
                metric: $0.key,
                lowest: $0.value.lowest.flatMap { Double("\($0)") },
                highest: $0.value.highest.flatMap { Double("\($0)") }
            )
        }
    }

    /// Whether a value is out of what is usual for a seat; the nearest range counts: the one that was said,
    /// the seat's own, that of all.
    func isUnusual(_ measured: Measurement, seat: String) -> Bool {
        let name = measured.metric
        guard let range = said[seat]?[name] ?? ranges[seat]?[name] ?? ranges["*"]?[name],
            let metric = MetricTable.metric(named: name),
            // Absent is nil: a unit that does not convert cannot be compared.
            let value = try? metric.canonicalValue(of: measured)
        else { return false }
        return range.lowest.map { value < $0 } ?? false || range.highest.map { value > $0 } ?? false
    }
}
