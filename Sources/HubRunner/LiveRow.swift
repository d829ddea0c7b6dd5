public import FoundationEssentials
public import VitalRecords

/// One reading in the live table.
public struct LiveRow: Sendable, Hashable {
    /// How far a reading has come.
    public enum State: Sendable, Hashable {
        /// Safe in the reader's outbox.
        case read
        /// Safe in the queue.
        case queued
        /// Tried, and waits for another attempt.
        case retrying(attempts: Int)
        /// At the server.
        case submitted
        /// Deleted at the server.
        case deleted
        /// Refused by the server.
        case failed(String)
        /// Awaits an owner.
        case held(String)
        /// The default user's: shown, never stored.
        case notStored

        /// Whether nothing more comes.
        public var isFinal: Bool {
            switch self {
            case .submitted, .deleted, .failed, .notStored: true
            case .read, .queued, .retrying, .held: false
            }
        }

        /// One or a few words.
        public var words: String {
            switch self {
            case .read: "read"
            case .queued: "queued"
            case .retrying(let attempts): "retrying (\(attempts))"
            case .submitted: "submitted"
            case .deleted: "deleted"
            case .failed(let code): "failed: \(code)"
            case .held(let reason): "held: \(reason)"
            case .notStored: "not stored"
            }
        }
    }

    /// The reading.
    public let key: ReadingKey
    /// When the table first heard of it.
    public let since: Date
    /// The device, if one made it.
    public var device: DeviceID?
    /// Whose it is, once that is decided.
    public var seat: String?
    /// What was measured; empty for seats that do not share values.
    public var values = ""
    /// The record's id, once a person is decided.
    public var logID: LogID?
    /// How far it has come.
    public var state: State
    /// The server's id.
    public var serverID: String?
    /// When it reached its final state.
    public var ended: Date?
}
