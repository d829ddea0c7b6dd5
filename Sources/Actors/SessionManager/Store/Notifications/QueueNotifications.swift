public import DeliveryRules
public import FoundationEssentials

/// Writes the notifications that the store saves with its own changes.
///
/// It is called inside a transaction, on the database's queue: compute only.
public protocol QueueNotifications: Sendable {
    /// The notification for an action of a record's delivery; nil for none.
    ///
    /// - Parameters:
    ///   - action: `recordSubmitted`, `submissionFailed` or `submissionRetrying`.
    ///   - record: The record as it was when the action happened, with the revision that the action names.
    ///   - at: The wall clock.
    func notification(for action: DeliveryAction, record: StoredRecord, at: Date) -> NewNotification?

    /// The notification for an image that the destination has, or that is given up.
    ///
    /// - Parameters:
    ///   - image: The image.
    ///   - error: Why it is given up; nil when the destination has it.
    ///   - at: The wall clock.
    func notification(for image: StoredImage, error: DeliveryError?, at: Date) -> NewNotification?

    /// The notification for a session that has ended and of which nothing is leased any more; nil for none.
    ///
    /// - Parameters:
    ///   - session: The session, with its end and reason.
    ///   - unsynced: How many of its records are unsynced.
    ///   - first: The first of them.
    ///   - at: The wall clock.
    func sessionEnded(_ session: StoredSession, unsynced: Int, first: [StoredRecord], at: Date) -> NewNotification?
}

extension QueueNotifications {
    /// None.
    public func notification(for image: StoredImage, error: DeliveryError?, at: Date) -> NewNotification? { nil }
}
