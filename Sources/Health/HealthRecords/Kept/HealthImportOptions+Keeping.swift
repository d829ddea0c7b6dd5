internal import HealthTypes

extension HealthImportOptions {
    /// Whether samples of a type are added up to days or nights, so that those of several files belong together.
    package func keeps(_ identifier: String) -> Bool {
        guard types?.contains(identifier) ?? true else { return false }
        return HealthMappingTable.rows(of: identifier, in: sets).contains { $0.aggregation.isOfDays }
    }
}

extension HealthAggregation {
    /// Whether its value is one of a whole day or night.
    var isOfDays: Bool {
        switch self {
        case .dayUnion, .dayHours, .dayTime, .daySum, .night, .interval: true
        case .sample, .occurrence, .pair, .workout, .none: false
        }
    }
}
