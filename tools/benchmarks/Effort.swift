/// How long is measured.
struct Effort: Sendable {
    let isQuick: Bool

    /// A number of rounds, readings or seconds: the first for results, the second to see that it works.
    func pick<Value>(_ full: Value, quick: Value) -> Value { isQuick ? quick : full }
}
