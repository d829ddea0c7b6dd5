public import DeliveryRules
public import FoundationEssentials

/// Writes the notifications that the store saves with its own changes.
///
/// The store calls it inside a transaction, on the database's queue: only compute.
public protocol QueueNotifications: Sendable {
    /// The notification for an action of a record's delivery; nil for none.
    ///
    /// - Parameters:
    ///   - action: `recordSubmitted`, `submissionFailed` or `submissionRetrying`.
    ///   - record: The record at the time of the action, with the revision that the action names.
    ///   - at: The wall clock.
    func notification(for action: DeliveryAction, record: StoredRecord, at: Date) -> NewNotification?

    /// The notification for an image that was delivered or given up.
    ///
    /// - Parameters:
    ///   - image: The image.
    ///   - error: Why it was given up; nil if it was delivered.
    ///   - at: The wall clock.
    func notification(for image: StoredImage, error: DeliveryError?, at: Date) -> NewNotification?

    /// The notification for an ended session without leased records; nil for none.
    ///
    /// - Parameters:
    ///   - session: The session, with its end and reason.
    ///   - unsynced: How many of its records are unsynced.
    ///   - first: The first of them.
    ///   - at: The wall clock.
    func sessionEnded(_ session: StoredSession, unsynced: Int, first: [StoredRecord], at: Date) -> NewNotification?
}

extension QueueNotifications {
    /// Images have no notification by default.
    public func notification(for image: StoredImage, error: DeliveryError?, at: Date) -> NewNotification? { nil }
}
