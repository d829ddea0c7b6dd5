internal import HealthInputs
public import VitalRecords

/// The precedence of sources that overlap in time.
struct SourceRanks {
    /// The sources in order of precedence.
    let order: [Int]
    /// The rank of each source, 0 for the highest.
    var places: [Int: Int] { Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first } }

    /// Ranks named sources first; then watches, phones and others, each in the order of the input.
    init(_ sources: [HealthSource], named: [String]) {
        order = sources.indices.sorted { left, right in
            let keys = [left, right].map { Self.key(sources[$0], named: named) }
            return keys[0] == keys[1] ? left < right : keys[0] < keys[1]
        }
    }

    private static func key(_ source: HealthSource, named: [String]) -> Int {
        if let place = named.firstIndex(of: source.name) { return place }
        switch source.kind {
        case .watch: return named.count
        case .phone: return named.count + 1
        case .other: return named.count + 2
        }
    }
}

/// Statistics of an import's records.
public struct HealthTally: Hashable, Sendable {
    /// The number of records by type.
    public private(set) var records: [RecordType: Int] = [:]
    /// The number of values by metric.
    public private(set) var metrics: [MetricName: Int] = [:]
    /// The daily totals of cumulative metrics: activity, food and sleep.
    ///
    /// For sleep it is the value of the highest source, since every source has the same night.
    public private(set) var days: [LocalDay: [MetricName: DecimalNumber]] = [:]

    /// Creates an empty tally.
    public init() {}

    /// The total number of records.
    public var count: Int { records.values.reduce(0, +) }

    /// Counts a record.
    public mutating func add(_ record: HealthRecord) {
        records[record.type, default: 0] += 1
        for measurement in record.measurements { metrics[measurement.metric, default: 0] += 1 }
        for series in record.details?.series ?? [] { metrics[series.metric, default: 0] += series.points.count }
        switch record.type {
        case .routine, .nutrition: addSums(record)
        case .sleep: addNight(record)
        default: break
        }
    }

    private mutating func addSums(_ record: HealthRecord) {
        for measurement in record.measurements {
            let before = days[record.day]?[measurement.metric] ?? 0
            days[record.day, default: [:]][measurement.metric] = before.adding(measurement.value) ?? before
        }
    }

    /// Nights come in order of source rank.
    private mutating func addNight(_ record: HealthRecord) {
        for measurement in record.measurements where days[record.day]?[measurement.metric] == nil {
            days[record.day, default: [:]][measurement.metric] = measurement.value
        }
    }
}
