import Synchronization

/// What a process did not believe since its start, by reason: messages that the broker let through, and whose sender may not
/// say so.
public final class Refusals: Sendable {
    /// Why a message was passed over; the raw value is the counter's name in the process's health.
    public enum Reason: String, Sendable, CaseIterable {
        /// The broker keeps it, on a topic that keeps nothing.
        case retained = "refusedRetained"
        /// It cannot be read.
        case unreadable = "refusedUnreadable"
        /// A request whose reply topic is none of this site, or not its caller's own.
        case replyTopic = "refusedReplyTopic"
        /// A request whose `source` is not who its topic or its reply topic says.
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

    /// Makes an empty count.
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
    /// Whether a message was said just now, on a topic that keeps nothing; one that the broker kept is counted as refused.
    ///
    /// Whoever may publish to a topic may also have the broker keep it, and each start would hear it again.
    package func isSaidNow(_ message: BusMessage) -> Bool {
        if message.retain { refusals.note(.retained) }
        return !message.retain
    }
}
