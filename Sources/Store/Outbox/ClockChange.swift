public import FoundationEssentials

/// A device's clock was set by us.
public struct ClockChange: Sendable, Hashable, Identifiable {
    /// The row's number, in the order of the changes.
    public let id: Int64
    /// When the write was decided, by the hub's clock.
    public let writtenAt: Date
    /// The hub's clock minus the device's before, in milliseconds.
    public let offsetBefore: Int64
    /// The same after it, or nil where nobody saw whether the device took the time.
    public let offsetAfter: Int64?

    /// Makes a change.
    public init(id: Int64, writtenAt: Date, offsetBefore: Int64, offsetAfter: Int64?) {
        self.id = id
        self.writtenAt = writtenAt
        self.offsetBefore = offsetBefore
        self.offsetAfter = offsetAfter
    }
}
