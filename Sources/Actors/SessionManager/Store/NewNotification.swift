public import FoundationEssentials

/// A notification to be saved with the change that it tells.
public struct NewNotification: Sendable, Hashable {
    /// The event's id (UUIDv7), by which consumers drop repeats.
    public var id: String
    /// The notification's name, for example `recordSubmitted`.
    public var type: String
    /// The hub in its topic; `site` if none.
    public var hub: String
    /// The seat it tells of, so that it can be erased with the person; nil if none.
    public var seat: String?
    /// The event's data as JSON.
    public var data: Data
    /// The event's time.
    public var time: Date

    /// Makes a notification.
    public init(id: String, type: String, hub: String, seat: String?, data: Data, time: Date) {
        self.id = id
        self.type = type
        self.hub = hub
        self.seat = seat
        self.data = data
        self.time = time
    }
}
