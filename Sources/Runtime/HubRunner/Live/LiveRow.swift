public import BusContract
public import FoundationEssentials
public import VitalRecords

/// A reading in the live table.
public struct LiveRow: Sendable, Hashable {
    /// The progress of a reading.
    public enum State: Sendable, Hashable {
        /// Safe in the reader's outbox.
        case read
        /// Safe in the queue.
        case queued
        /// A delivery failed, and waits for a retry.
        case retrying(attempts: Int)
        /// Accepted by the server.
        case submitted
        /// Deleted at the server.
        case deleted
        /// Rejected by the server.
        case failed(String)
        /// Held, because its owner is unknown.
        case held(HeldReason)
        /// No longer held: a person has decided.
        case decided
        /// Measured by the default user: shown, but never stored.
        case notStored

        /// Whether the state is final.
        public var isFinal: Bool {
            switch self {
            case .submitted, .deleted, .failed, .notStored: true
            case .read, .queued, .retrying, .held, .decided: false
            }
        }

        /// The state in one or a few words.
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
            case .awaitsConfirmation: "check it"
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
    /// When the table first received it.
    public let since: Date
    /// The device, if one made it.
    public var device: DeviceID?
    /// When it was measured, if known.
    public var measured: Date?
    /// The device's name, if known.
    public var name: String?
    /// Whether this hub's reader reported it.
    public var isRead = false
    /// Whether it was reported as held while the table watched.
    var wasHeld = false
    /// The seat, once decided.
    public var seat: String?
    /// The measured values; empty until the session manager has answered, for seats that do not share values.
    public var values = ""
    /// The record's id, once its person is decided.
    public var logID: LogID?
    /// The progress of the reading.
    public var state: State
    /// The server's id.
    public var serverID: String?
    /// When it reached its final state.
    public var ended: Date?
}

extension HeldReason {
    /// Held for a reason that is not known yet.
    static let ownerless = Self(rawValue: "awaits an owner")
}
