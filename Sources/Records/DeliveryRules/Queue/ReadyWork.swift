/// What could be granted of one destination.
public struct ReadyWork: Sendable, Hashable {
    /// The destination.
    public let api: String
    /// Live records, and the probe of a paused destination.
    public var live: Int
    /// History records.
    public var history: Int

    /// Makes a count.
    public init(api: String, live: Int, history: Int) {
        self.api = api
        self.live = live
        self.history = history
    }
}
