/// Which of the queue's records are listed.
public struct RecordList: Sendable, Hashable {
    /// In what state they are.
    enum Kind: Sendable {
        case queued
        case rejected
        case unsynced
    }

    let kind: Kind
    let seat: String?
    let sessionID: String?

    /// The records that wait or are leased.
    ///
    /// - Parameter seat: Only this seat's; nil for all.
    public static func queued(seat: String? = nil) -> Self { Self(kind: .queued, seat: seat, sessionID: nil) }

    /// The refused records.
    ///
    /// - Parameter seat: Only this seat's; nil for all.
    public static func rejected(seat: String? = nil) -> Self { Self(kind: .rejected, seat: seat, sessionID: nil) }

    /// The records that were not synced when their session ended; the state says of which the outcome is unknown.
    ///
    /// - Parameters:
    ///   - sessionID: Only this session's; nil for all.
    ///   - seat: Only this seat's; nil for all.
    public static func unsynced(sessionID: String? = nil, seat: String? = nil) -> Self {
        Self(kind: .unsynced, seat: seat, sessionID: sessionID)
    }
}
