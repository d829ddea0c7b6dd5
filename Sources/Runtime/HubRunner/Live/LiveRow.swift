public import BusContract
public import FoundationEssentials
public import VitalRecords

/// One reading in the live table.
public struct LiveRow: Sendable, Hashable {
    /// The progress of a reading.
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
        case held(HeldReason)
        /// No longer held: a person has decided.
        case decided
        /// Of the default user: shown, never stored.
        case notStored

        /// Whether nothing more comes.
        public var isFinal: Bool {
            switch self {
            case .submitted, .deleted, .failed, .notStored: true
            case .read, .queued, .retrying, .held, .decided: false
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
            case .held(let reason): "held: \(Self.question(reason))"
            case .decided: "decided"
            case .notStored: "not stored"
            }
        }

        /// What a person answers of a held reading, in a word or two.
        private static func question(_ reason: HeldReason) -> String {
            switch reason {
            case .noAssignment, .ownerless: "whose?"
            case .noSession: "no session"
            case .clockUnknown: "when?"
            case .invalid, .implausible: "values?"
            case .awaitsConfirmation: "look at it"
            case .changedByHand: "changed"
            case .possibleRepeat: "twice?"
            case .anotherHubsSeat: "whose hub?"
            default: "\(reason)"
            }
        }

        /// Whether a person has to do something.
        public var needsPerson: Bool {
            switch self {
            case .held, .failed: true
            case .read, .queued, .retrying, .submitted, .deleted, .decided, .notStored: false
            }
        }
    }

    /// The reading.
    public let key: ReadingKey
    /// When the table first heard of it.
    public let since: Date
    /// The device, if one made it.
    public var device: DeviceID?
    /// When it was measured, as far as known.
    public var measured: Date?
    /// The device's name, if known.
    public var name: String?
    /// Whether this hub's reader reported it.
    public var isRead = false
    /// Whether it was reported as held while the table watched.
    var wasHeld = false
    /// Its seat, once that is decided.
    public var seat: String?
    /// The values; for seats that do not share them, empty until the session manager has answered.
    public var values = ""
    /// The record's id, once its person is decided.
    public var logID: LogID?
    /// Its progress.
    public var state: State
    /// The server's id.
    public var serverID: String?
    /// When it reached its final state.
    public var ended: Date?
}

extension HeldReason {
    /// The reading is held, but its reason is not known yet.
    static let ownerless = Self(rawValue: "awaits an owner")
}
