/// Tells a service that hangs from one that is slow once: two unanswered questions in a row.
struct PingCounter: Sendable, Hashable {
    /// So many make a hang.
    static let limit = 2

    private(set) var misses = 0

    /// Whether the service hangs.
    var isHung: Bool { misses >= Self.limit }

    /// The question was answered.
    ///
    /// - Returns: Whether the service hung before, so that everything has to be asked anew.
    mutating func answered() -> Bool {
        defer { misses = 0 }
        return isHung
    }

    /// The question was not answered in time.
    mutating func missed() {
        misses += 1
    }

    /// The service went away: the next one starts without blame.
    mutating func reset() {
        misses = 0
    }
}
