/// A type that is wanted, and what it becomes.
struct CollectedType {
    let identifier: String
    let rows: [HealthMapping]
    /// Whether its samples count in every period that they touch; asked for at every sample.
    let isSpread: Bool

    init(identifier: String, rows: [HealthMapping]) {
        self.identifier = identifier
        self.rows = rows
        isSpread = rows.contains { [.dayUnion, .dayTime, .interval].contains($0.aggregation) }
    }
}
