/// Gives one publication of a state its turn at a time, and then another if one was asked for meanwhile.
///
/// A state is gathered with pauses, so of two publications at the same time the older state could be published last.
struct StateTurn: Sendable {
    private var isWanted = false
    private var isTaken = false

    /// Whether the caller takes the turn; otherwise the one who has it publishes again.
    mutating func take() -> Bool {
        isWanted = true
        guard !isTaken else { return false }
        isTaken = true
        return true
    }

    /// Whether the one who has the turn must publish the present state; if not, the turn has ended.
    mutating func isDue() -> Bool {
        defer { isWanted = false }
        isTaken = isWanted
        return isWanted
    }
}
