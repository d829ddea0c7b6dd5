internal import VitalRecords

/// The ways from the input's units to one metric's, each looked up once.
struct UnitWays {
    private let metric: MetricName
    private let units: [String]
    private var ways: [Int: HealthUnits.Way?] = [:]

    init(_ metric: MetricName, _ units: [String]) {
        self.metric = metric
        self.units = units
    }

    /// A value in a unit of the metric's table row; nil where the input's unit is not one of the metric's.
    mutating func measure(_ value: DecimalNumber, unit: Int) -> (value: DecimalNumber, ucum: String)? {
        let way: HealthUnits.Way?
        if let known = ways[unit] {
            way = known
        } else {
            way = HealthUnits.way(for: metric, from: units.indices.contains(unit) ? units[unit] : "")
            ways[unit] = .some(way)
        }
        guard let way, let scaled = HealthUnits.scale(value, way) else { return nil }
        return (scaled, way.ucum)
    }
}
