internal import HealthTypes

/// A type that is wanted, and what it becomes.
struct CollectedType {
    let identifier: String
    let rows: [HealthMapping]
    /// Whether its samples count in every period that they touch; asked for at every sample.
    let isSpread: Bool
    /// Whether short intervals are made of its samples.
    let hasIntervals: Bool

    init(identifier: String, rows: [HealthMapping]) {
        self.identifier = identifier
        self.rows = rows
        hasIntervals = rows.contains { $0.aggregation == .interval }
        isSpread = rows.contains { [.dayUnion, .dayTime, .interval].contains($0.aggregation) }
    }
}
