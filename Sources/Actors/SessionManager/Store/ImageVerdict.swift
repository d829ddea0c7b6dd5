/// Whether a record may be given an image now.
public enum ImageVerdict: Sendable, Hashable {
    /// It may, or the image is there.
    case taken
    /// There is no such record.
    case noRecord
    /// The record was deleted, or is to be.
    case recordDeleted
    /// The destination refused the record.
    case recordRejected
    /// The record's session has ended: nobody delivers for it.
    case sessionEnded
    /// The record has as many images as it may.
    case tooMany
}
