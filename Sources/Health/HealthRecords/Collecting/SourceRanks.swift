internal import HealthInputs
public import VitalRecords

/// Which source counts where several say something of the same time.
struct SourceRanks {
    /// The places of all sources, the one that counts most first.
    let order: [Int]
    /// How far in front each source stands, 0 for the one that counts most.
    var places: [Int: Int] { Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first } }

    /// Named sources first; then watches, phones and the rest, each as the input has them.
    init(_ sources: [HealthSource], named: [String]) {
        order = sources.indices.sorted { left, right in
            let keys = [left, right].map { Self.key(sources[$0], named) }
            return keys[0] == keys[1] ? left < right : keys[0] < keys[1]
        }
    }

    private static func key(_ source: HealthSource, _ named: [String]) -> Int {
        if let place = named.firstIndex(of: source.name) { return place }
        switch source.kind {
        case .watch: return named.count
        case .phone: return named.count + 1
        case .other: return named.count + 2
        }
    }
}

/// What an import makes, counted.
public struct HealthTally: Hashable, Sendable {
    /// How many records there are of each type.
    public private(set) var records: [RecordType: Int] = [:]
    /// How many values there are of each metric.
    public private(set) var metrics: [MetricName: Int] = [:]
    /// For each local day the sums of what adds up: activity, food and sleep.
    ///
    /// Of sleep the value of the source that counts most, since every source tells of the same night.
    public private(set) var days: [LocalDay: [MetricName: DecimalNumber]] = [:]

    /// Makes an empty tally.
    public init() {}

    /// How many records there are.
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

    /// Nights come in the order of their sources.
    private mutating func addNight(_ record: HealthRecord) {
        for measurement in record.measurements where days[record.day]?[measurement.metric] == nil {
            days[record.day, default: [:]][measurement.metric] = measurement.value
        }
    }
}
