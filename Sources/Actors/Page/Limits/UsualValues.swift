internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import VitalRecords

/// A metric whose value is outside its limits.
struct OutsideLimit: Sendable, Hashable {
    /// The side of the range on which a value is.
    enum Side: String, Sendable {
        case low
        case high

        /// The sign that accompanies the word, so that neither colour nor language alone says it.
        var arrow: String { self == .low ? "↓" : "↑" }
    }

    let metric: MetricName
    let side: Side
}

/// The usual ranges of each seat: those of the configuration and of the site, overridden by those of a person.
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
        let ranges = Self.ranges(limits.limits)
        said[limits.seat] = ranges.isEmpty ? nil : ranges
    }

    private static func ranges(_ limits: [SeatLimits.Limit]) -> [MetricName: Range] {
        let ranges = limits.map {
            (
                $0.metric,
                Range(
                    lowest: $0.lowest.map(SeatLimits.text).flatMap { DecimalNumber($0) },
                    highest: $0.highest.map(SeatLimits.text).flatMap { DecimalNumber($0) }
                )
            )
        }
        return Dictionary(ranges) { $1 }
    }

    private static func sorted(_ ranges: [MetricName: Range]) -> [SeatLimits.Limit] {
        ranges.sorted { TileValues.place($0.key) < TileValues.place($1.key) }.map {
            SeatLimits.Limit(
                metric: $0.key,
                lowest: $0.value.lowest.flatMap { Double("\($0)") },
                highest: $0.value.highest.flatMap { Double("\($0)") }
            )
        }
    }

    /// The default limits that an operator set for the site, by metric.
    private var site: [MetricName: Range] = [:]

    /// Replaces the site's default limits.
    mutating func set(site limits: [SeatLimits.Limit]) { site = Self.ranges(limits) }

    /// Whether there are any limits.
    var hasAny: Bool { !site.isEmpty || !said.isEmpty || !ranges.isEmpty }

    /// The limits of a seat's person alone, in the tiles' display order.
    func own(of seat: String) -> [SeatLimits.Limit] { Self.sorted(said[seat] ?? [:]) }

    /// A seat's limits, in the tiles' display order.
    func limits(of seat: String) -> [SeatLimits.Limit] {
        var all = ranges["*"] ?? [:]
        for part in [site, ranges[seat] ?? [:], said[seat] ?? [:]] { all.merge(part) { $1 } }
        return Self.sorted(all)
    }

    /// Whether a value is outside the seat's usual range.
    func isUnusual(_ measured: Measurement, seat: String) -> Bool { side(of: measured, seat: seat) != nil }

    /// The side of the seat's usual range on which a value is; nil if it is inside, or has no limits.
    ///
    /// The most specific range applies: the person's, then the configured one of the seat, then the site's, then the
    /// configured one of all seats.
    func side(of measured: Measurement, seat: String) -> OutsideLimit.Side? {
        let name = measured.metric
        guard let range = said[seat]?[name] ?? ranges[seat]?[name] ?? site[name] ?? ranges["*"]?[name],
            let metric = MetricTable.metric(named: name),
            // Absent is nil: a value whose unit does not convert cannot be compared.
            let value = try? metric.canonicalValue(of: measured)
        else { return nil }
        if let lowest = range.lowest, value < lowest { return .low }
        if let highest = range.highest, value > highest { return .high }
        return nil
    }
}
