import Synchronization

/// The messages that a process has rejected since its start, by reason: the broker let them through, but the sender had
/// no right to them.
public final class Refusals: Sendable {
    /// Why a message was rejected; the raw value is the counter's name in the process's health.
    public enum Reason: String, Sendable, CaseIterable {
        /// The broker keeps it, on a topic that keeps nothing.
        case retained = "refusedRetained"
        /// It cannot be read.
        case unreadable = "refusedUnreadable"
        /// A request whose reply topic is outside this site, or belongs to another caller.
        case replyTopic = "refusedReplyTopic"
        /// A request whose `source` differs from its topic or its reply topic.
        case source = "refusedSource"
        /// A reply that no call waits for; one that comes too late counts too.
        case reply = "refusedReply"
        /// A demand for work under another's name.
        case worker = "refusedWorker"
        /// An outcome of work that its sender was never granted.
        case outcome = "refusedOutcome"
        /// An outcome under a lease that is over; one that comes too late counts too.
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

    /// What was counted, by the counters' names; reasons that never came are left out.
    public var counters: [String: Int64] {
        counts.withLock { counts in Dictionary(uniqueKeysWithValues: counts.map { ($0.rawValue, $1) }) }
    }
}

extension BusClient {
    /// Whether a message was said just now, on a topic that keeps nothing; one that the broker kept is counted as
    /// refused.
    ///
    /// A sender with the right to a topic can also retain messages there, which every start would receive again.
    package func isSaidNow(_ message: BusMessage) -> Bool {
        if message.retain { refusals.note(.retained) }
        return !message.retain
    }
}
