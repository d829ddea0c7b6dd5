public import FoundationEssentials

/// Which of the queue's records are listed.
public struct RecordList: Sendable, Hashable {
    /// In what state they are.
    enum Kind: Sendable, Hashable {
        case queued
        case rejected
        case unsynced
        case history(Span)
    }

    /// When the records of a history were measured, and what of.
    struct Span: Sendable, Hashable {
        let from: Date?
        let to: Date?
        let metrics: [String]
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

    /// All records of a seat that are kept, in whatever state, the one that was measured last first.
    ///
    /// - Parameters:
    ///   - seat: The seat.
    ///   - from: Only what was measured then or later; nil for all.
    ///   - to: Only what was measured before; nil for all.
    ///   - metrics: Only records that have one of these; empty for all.
    public static func history(seat: String, from: Date? = nil, to: Date? = nil, metrics: [String] = []) -> Self {
        Self(kind: .history(Span(from: from, to: to, metrics: metrics)), seat: seat, sessionID: nil)
    }
}
