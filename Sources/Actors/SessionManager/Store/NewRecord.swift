public import FoundationEssentials

/// A record for the queue.
public struct NewRecord: Sendable, Hashable {
    /// Its name at the destination.
    public var logID: String
    /// The session it belongs to, ended or not.
    public var sessionID: String
    /// Whom it measures.
    public var seat: String
    /// The record as JSON, opaque to the store.
    public var record: Data
    /// Whether it is history, which goes after everything live.
    public var isHistory: Bool
    /// When it was measured; nil for when it was accepted.
    public var measuredAt: Date?

    /// Makes a record.
    public init(logID: String, sessionID: String, seat: String, record: Data, isHistory: Bool, measuredAt: Date? = nil)
    {
        self.logID = logID
        self.sessionID = sessionID
        self.seat = seat
        self.record = record
        self.isHistory = isHistory
        self.measuredAt = measuredAt
    }
}
