public import FoundationEssentials

/// How full the queue is.
public struct QueueDepths: Sendable, Hashable {
    /// Live records that wait.
    public let pendingLive: Int
    /// History records that wait.
    public let pendingHistory: Int
    /// Records that workers hold.
    public let leased: Int
    /// Refused records.
    public let rejected: Int
    /// Unsynced records of ended sessions.
    public let unsynced: Int
    /// Held readings.
    public let held: Int
    /// Notifications that the broker has not taken.
    public let unpublished: Int
    /// Images that wait, or that workers hold.
    public let images: Int
    /// When the oldest waiting or leased record was accepted.
    public let oldest: Date?
}
