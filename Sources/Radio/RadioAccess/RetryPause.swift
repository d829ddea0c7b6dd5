/// The growing pauses between attempts at something that a person has to put right.
public struct RetryPause: Sendable, Hashable {
    /// The pauses, the last one for ever.
    public static let steps: [Duration] = [.seconds(1), .seconds(5), .seconds(15), .seconds(30)]

    private var failures = 0

    /// Makes pauses that begin with the shortest.
    public init() {}

    /// It failed once more.
    ///
    /// - Returns: How long to wait.
    public mutating func failed() -> Duration {
        defer { failures += 1 }
        return Self.steps[min(failures, Self.steps.count - 1)]
    }

    /// It succeeded, or something changed: the next pause is the shortest again.
    public mutating func reset() {
        failures = 0
    }
}
