/// Why an input to a record's delivery changed nothing.
public enum IgnoreReason: String, Sendable, Hashable, Codable {
    /// The record does not wait for a worker.
    case notPending
    /// The record is delayed until later.
    case notYet
    /// An earlier revision may still be in transit.
    case olderLeaseRuns
    /// The answer belongs to an earlier grant, which no longer counts.
    case oldFence
    /// The answer names a grant that was never made.
    case unknownFence
    /// The destination already has this revision.
    case alreadySubmitted
    /// The destination got a superseded revision; the newer one follows as an update.
    case supersededRevision
    /// This revision or a newer one is already known.
    case knownRevision
    /// No lease has expired.
    case leaseRuns
    /// The record was not refused, so an operator cannot resend it.
    case notRejected
    /// The record's session has ended.
    case sessionEnded
    /// The record was not cut off by its session's end.
    case notEnded
}
