/// A type that is wanted, and what it becomes.
struct CollectedType {
    let identifier: String
    let rows: [HealthMapping]

    /// Whether its samples count in every period that they touch.
    var isSpread: Bool {
        rows.contains { [.dayUnion, .dayTime, .interval].contains($0.aggregation) }
    }
}
