internal import HealthTypes
internal import VitalRecords

/// The values of a day's or night's record as last handed over, by metric.
struct GivenValues: Codable, Hashable {
    /// Each value as decimal text.
    private(set) var values: [String: String]

    /// Reads the values of a record; nil for records that are not sums.
    init?(_ reading: Reading) {
        switch reading.type {
        case .routine, .nutrition, .sleep:
            values = Dictionary(
                reading.measurements.map { ($0.metric.rawValue, $0.value.description) }
            ) { first, _ in first }
        case .intraday:
            let points = reading.details?.series.flatMap(\.points) ?? []
            let sum = points.reduce(0 as DecimalNumber) { $0.adding($1.value) ?? $0 }
            values = [MetricName.steps.rawValue: sum.description]
        default: return nil
        }
    }

    private subscript(metric: MetricName) -> DecimalNumber? {
        values[metric.rawValue].flatMap { DecimalNumber($0) }
    }

    /// Merges another input's record of the same day, so that no value decreases.
    ///
    /// Each sum takes the greater value. The total energy is the sum of its parts, and hours with and without standing
    /// are at most as many as reported. A night, and a day in short intervals, stay unchanged if the other input has
    /// less data.
    ///
    /// - Returns: The record to hand over; nil if it adds nothing.
    func joined(with reading: Reading) -> Reading? {
        guard let other = GivenValues(reading) else { return reading }
        switch reading.type {
        case .sleep:
            let metrics = [MetricName.sleepDuration, .inBedDuration]
            let (old, new) = (metrics.map { self[$0] ?? 0 }, metrics.map { other[$0] ?? 0 })
            return old[0] > new[0] || (old[0] == new[0] && old[1] > new[1]) ? nil : reading
        case .intraday:
            return (self[.steps] ?? 0) > (other[.steps] ?? 0) ? nil : reading
        default:
            var joined = reading
            joined.measurements = Self.measurements(joinedValues(other), of: reading)
            return GivenValues(joined) == self ? nil : joined
        }
    }

    private func joinedValues(_ other: GivenValues) -> [MetricName: DecimalNumber] {
        var joined: [MetricName: DecimalNumber] = [:]
        for name in Set(values.keys).union(other.values.keys) {
            let metric = MetricName(rawValue: name)
            joined[metric] = [self[metric], other[metric]].compactMap { $0 }.max()
        }
        if let active = joined[.activeEnergyBurned], let basal = joined[.basalEnergyBurned] {
            joined[.energyBurned] = active.adding(basal)?.withoutTrailingFractionZeros
        }
        if let stood = joined[.standHoursCount], let idle = joined[.idleHoursCount] {
            let hours = [hours, other.hours].max() ?? 0
            let rest = hours.adding(DecimalNumber(mantissa: -stood.mantissa, exponent: stood.exponent)) ?? idle
            joined[.idleHoursCount] = max(0, rest)
        }
        return joined
    }

    /// The number of hours reported, with or without standing.
    private var hours: DecimalNumber {
        (self[.standHoursCount] ?? 0).adding(self[.idleHoursCount] ?? 0) ?? 0
    }

    private static func measurements(_ values: [MetricName: DecimalNumber], of reading: Reading) -> [Measurement] {
        let known = Dictionary(reading.measurements.map { ($0.metric, $0) }) { first, _ in first }
        let sorted = values.sorted { (place($0.key), $0.key.rawValue) < (place($1.key), $1.key.rawValue) }
        return sorted.compactMap { metric, value in
            let own = known[metric]
            if let own, own.value == value { return own }
            guard let unit = own?.unit ?? MetricTable.metric(named: metric)?.canonicalUnit.ucum else { return nil }
            return Measurement(metric: metric, value: value, unit: unit)
        }
    }

    /// The order of metrics in records: that of the type table, with the total energy before the hours.
    private static func place(_ metric: MetricName) -> Int { order[metric] ?? .max }

    private static let order: [MetricName: Int] = {
        var metrics: [MetricName] = []
        for row in HealthMappingTable.rows where row.record == .routine || row.record == .nutrition {
            guard let metric = row.metric, !metrics.contains(metric) else { continue }
            if metric == .standHoursCount { metrics.append(.energyBurned) }
            metrics.append(metric)
        }
        return Dictionary(uniqueKeysWithValues: metrics.enumerated().map { ($0.element, $0.offset) })
    }()
}
