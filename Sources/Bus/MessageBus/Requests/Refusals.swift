import Synchronization

/// The messages that a process has rejected since its start, by reason: the broker let them through, but the sender had
/// no right to them.
public final class Refusals: Sendable {
    /// Why a message was rejected; the raw value is the counter's name in the process's health.
    public enum Reason: String, Sendable, CaseIterable {
        /// The broker retained it, on a topic without retained values.
        case retained = "refusedRetained"
        /// It is unreadable.
        case unreadable = "refusedUnreadable"
        /// A request whose reply topic is outside this site, or belongs to another caller.
        case replyTopic = "refusedReplyTopic"
        /// A request whose `source` differs from its topic or its reply topic.
        case source = "refusedSource"
        /// A reply that no call expects, including one that arrives too late.
        case reply = "refusedReply"
        /// A demand for work under another process's name.
        case worker = "refusedWorker"
        /// An outcome of work that its sender was never granted.
        case outcome = "refusedOutcome"
        /// An outcome under an ended lease, including one that arrives too late.
        case lease = "refusedLease"
        /// An answer about credentials for which its sender was never asked.
        case check = "refusedCheck"
        /// A reading of a kind that its producer does not make.
        case kind = "refusedKind"
        /// Facts of a hub that is not the sender's.
        case hub = "refusedHub"
    }

    private let counts = Mutex<[Reason: Int64]>([:])

    /// Creates an empty count.
    public init() {}

    /// Counts one message.
    public func note(_ reason: Reason) {
        counts.withLock { $0[reason, default: 0] += 1 }
    }

    /// The counts by the counters' names, without reasons that never occurred.
    public var counters: [String: Int64] {
        counts.withLock { counts in Dictionary(uniqueKeysWithValues: counts.map { ($0.rawValue, $1) }) }
    }
}

extension BusClient {
    /// Whether a message on a topic without retained values was published just now; a retained one is counted as
    /// rejected.
    ///
    /// A sender with the right to a topic can also retain messages there, which every start would receive again.
    package func isSaidNow(_ message: BusMessage) -> Bool {
        if message.retain { refusals.note(.retained) }
        return !message.retain
    }
}
