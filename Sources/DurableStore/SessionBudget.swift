/// How many records of one session a grant may take, which keeps it under the destination's rate.
public struct SessionBudget: Sendable, Hashable {
    /// Live records.
    public var live: Int
    /// History records, on top.
    public var history: Int

    /// Makes a budget; a negative number counts as zero.
    public init(live: Int, history: Int) {
        self.live = max(0, live)
        self.history = max(0, history)
    }

    /// Nothing.
    public static let none = SessionBudget(live: 0, history: 0)
    /// No limit.
    public static let unlimited = SessionBudget(live: .max, history: .max)
}
