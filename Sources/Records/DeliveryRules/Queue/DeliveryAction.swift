/// What the owner does after an input to a record's delivery.
///
/// All actions of one input belong in one transaction.
public enum DeliveryAction: Sendable, Hashable {
    /// Save the entry.
    case persist
    /// Publish `recordSubmitted` for this revision, at most once for each revision.
    case recordSubmitted(revision: Int, serverID: String?)
    /// Publish that this revision's deletion is complete, at most once for each revision.
    case recordDeleted(revision: Int)
    /// Publish `submissionFailed` for this revision.
    case submissionFailed(revision: Int, error: DeliveryError)
    /// Publish `submissionRetrying` for this revision.
    case submissionRetrying(revision: Int, error: DeliveryError, notBefore: BootInstant)
    /// Replace the present content with the waiting revision's.
    case promoteRevision(Int)
    /// Change nothing.
    case ignore(IgnoreReason)
}
