/// What the owner does after an input to a record's delivery.
///
/// All actions of one input belong into one transaction.
public enum DeliveryAction: Sendable, Hashable {
    /// Save the entry.
    case persist
    /// Tell `recordSubmitted` for this revision. At most once for each revision.
    case recordSubmitted(revision: Int, serverID: String?)
    /// Tell that this revision, which deletes the record, is through: the destination has none of it. At most once for
    /// each revision.
    case recordDeleted(revision: Int)
    /// Tell `submissionFailed` for this revision.
    case submissionFailed(revision: Int, error: DeliveryError)
    /// Tell `submissionRetrying` for this revision.
    case submissionRetrying(revision: Int, error: DeliveryError, notBefore: BootInstant)
    /// The waiting revision's content replaces the present one.
    case promoteRevision(Int)
    /// Nothing changes.
    case ignore(IgnoreReason)
}
