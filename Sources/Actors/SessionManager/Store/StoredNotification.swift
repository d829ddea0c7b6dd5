/// A notification as it is saved.
public struct StoredNotification: Sendable, Hashable {
    /// Its place in the log; grows, with gaps.
    public let cursor: Int64
    /// The notification.
    public let notification: NewNotification
}
