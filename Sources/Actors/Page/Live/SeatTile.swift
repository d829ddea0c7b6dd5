internal import ActorRuntime
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
        let text: String
        /// The unit's symbol.
        let unit: String
        let at: Date
        let isUnusual: Bool
        /// Whether the value is a pair of pressures.
        var isPair = false
        /// The latest values for the sparkline, oldest first.
        let trend: [Double]
    }

    let entry: SeatPage.Entry
    /// The values in display order; nil if the viewer may not see values.
    let values: [Value]?

    var seat: String { entry.seat }
}

/// Builds a tile's values from a seat's newest records; pure.
struct TileValues {
    /// The largest number of values on a tile.
    static let most = 6
    /// The largest number of values in a sparkline.
    static let trend = 24
    /// The metrics shown first.
    private static let first: [MetricName] = [
        .systolic, .pulse, .spo2, .bodyTemperature, .bloodGlucose, .bodyWeight, .respiratoryRate,
    ]

    let seat: String
    let usual: UsualValues

    /// The tile's values from records, sorted by measurement time, newest first.
    ///
    /// - Parameter older: The newest record of each metric, for metrics that `history` may lack.
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
                isUnusual: [measured, pair].compactMap(\.self).contains { usual.isUnusual($0, seat: seat) }
                    || record.context?.implausible.contains(measured.metric) ?? false,
                isPair: pair != nil,
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

/// The usual ranges of each seat: those of the configuration, overridden by those that operators set.
struct UsualValues: Sendable {
    private struct Range: Sendable {
        let lowest: DecimalNumber?
        let highest: DecimalNumber?
    }

    /// By seat, or `*`, then by metric.
    private var ranges: [String: [MetricName: Range]] = [:]

    /// Parses entries like `bed-a:systolic=95..160`.
    ///
    /// - Throws: `RuntimeError` `configuration` that quotes the malformed entry.
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

    /// The limits stored at the session manager, by seat, then by metric.
    private var said: [String: [MetricName: Range]] = [:]

    /// Replaces the stored limits of a seat.
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

    /// A seat's limits, in the tiles' display order.
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

    /// Whether a value is outside the seat's usual range.
    ///
    /// The most specific range applies: the stored one, then the configured one of the seat, then that of all seats.
    func isUnusual(_ measured: Measurement, seat: String) -> Bool {
        let name = measured.metric
        guard let range = said[seat]?[name] ?? ranges[seat]?[name] ?? ranges["*"]?[name],
            let metric = MetricTable.metric(named: name),
            // Absent is nil: a value whose unit does not convert cannot be compared.
            let value = try? metric.canonicalValue(of: measured)
        else { return false }
        return range.lowest.map { value < $0 } ?? false || range.highest.map { value > $0 } ?? false
    }
}
