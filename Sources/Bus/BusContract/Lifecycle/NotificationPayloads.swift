public import FoundationEssentials

/// Asks for notifications that were missed.
public struct NotificationsSince: Codable, Sendable, Hashable {
    /// The last cursor that the caller has seen; 0 for the oldest kept.
    public var cursor: Int64
    /// The most to return, 1 to 50; 50 when absent.
    public var limit: Int?

    /// Makes a request.
    public init(cursor: Int64, limit: Int? = nil) {
        self.cursor = cursor
        self.limit = limit
    }
}

/// Notifications, oldest first.
public struct Notifications: Codable, Sendable {
    /// One notification.
    public struct Entry: Codable, Sendable {
        /// Its place in the log.
        public var cursor: Int64
        /// The event's id, the same as on the bus.
        public var id: String
        /// The notification's name.
        public var name: String
        /// The hub in its topic.
        @CheckedID public var hub: String
        /// When the event was made.
        public var time: Date
        /// The event's `data` as JSON text.
        public var data: String

        /// Makes an entry.
        public init(cursor: Int64, id: String, name: String, hub: String, time: Date, data: String) {
            self.cursor = cursor
            self.id = id
            self.name = name
            self.hub = hub
            self.time = time
            self.data = data
        }
    }

    /// The notifications.
    public var notifications: [Entry]
    /// The cursor for the next request.
    public var cursor: Int64
    /// Whether more notifications are available now.
    public var more: Bool

    /// Makes a reply.
    public init(notifications: [Entry], cursor: Int64, more: Bool) {
        self.notifications = notifications
        self.cursor = cursor
        self.more = more
    }
}
