/// How long settled rows are kept.
public struct QueueRetention: Sendable, Hashable {
    /// Published notifications.
    public var notifications: Duration
    /// Refused records.
    public var rejected: Duration
    /// Submitted and withdrawn records; their keys stay, so that no repeat becomes a second record.
    public var submitted: Duration
    /// Unsynced records of ended sessions, from when they became so; nil keeps them until the person is erased.
    public var unsynced: Duration?
    /// Images that wait, from when they came.
    public var images: Duration
    /// Pictures of readings that wait for a person, from when they came; the reading stays.
    public var heldPictures: Duration

    /// Makes a retention; by default 7 days for notifications and unsynced records, 90 for other records.
    public init(
        notifications: Duration = .seconds(7 * 86_400),
        rejected: Duration = .seconds(90 * 86_400),
        submitted: Duration = .seconds(90 * 86_400),
        unsynced: Duration? = .seconds(7 * 86_400),
        images: Duration = .seconds(30 * 86_400),
        heldPictures: Duration = .seconds(30 * 86_400)
    ) {
        self.notifications = notifications
        self.rejected = rejected
        self.submitted = submitted
        self.unsynced = unsynced
        self.images = images
        self.heldPictures = heldPictures
    }
}
