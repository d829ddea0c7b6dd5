public import FoundationEssentials

/// How full an outbox is.
public struct OutboxDepth: Sendable, Hashable {
    /// Readings that wait for the session manager's reply.
    public let readings: Int
    /// Those of them that cannot be sent and were put aside.
    public let parked: Int
    /// Frames that are not decoded.
    public let undecodedFrames: Int
    /// When the oldest waiting reading was committed.
    public let oldest: Date?
}
