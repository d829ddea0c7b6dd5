/// Why an input to a record's delivery changed nothing.
public enum IgnoreReason: String, Sendable, Hashable, Codable {
    /// The record is not waiting for a worker.
    case notPending
    /// The record waits, but its time has not come.
    case notYet
    /// An earlier revision may still be on its way.
    case olderLeaseRuns
    /// The answer belongs to an earlier grant, which has no say any more.
    case oldFence
    /// The answer names a grant that was never made.
    case unknownFence
    /// The destination is known to have this revision already.
    case alreadySubmitted
    /// The destination got a revision that a newer one has replaced; the newer one follows as an update.
    case supersededRevision
    /// A revision as new as this one is known already.
    case knownRevision
    /// No lease has run out.
    case leaseRuns
    /// Nothing here for the operator to send again.
    case notRejected
    /// The record's session has ended.
    case sessionEnded
    /// The record is not one that its session's end has cut off.
    case notEnded
}
