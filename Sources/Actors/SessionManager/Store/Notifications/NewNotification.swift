internal import DeliveryRules
public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// A notification to be saved with the change that it announces.
public struct NewNotification: Sendable, Hashable {
    /// The event's id (UUIDv7), by which consumers drop repeats.
    public var id: String
    /// The notification's name, for example `recordSubmitted`.
    public var type: String
    /// The hub in its topic; `site` if it has none.
    public var hub: String
    /// The seat that it concerns, so that it can be erased with the person; nil if none.
    public var seat: String?
    /// The event's data as JSON.
    public var data: Data
    /// The event's time.
    public var time: Date

    /// Creates a notification.
    public init(id: String, type: String, hub: String, seat: String?, data: Data, time: Date) {
        self.id = id
        self.type = type
        self.hub = hub
        self.seat = seat
        self.data = data
        self.time = time
    }
}

/// A notification as saved.
public struct StoredNotification: Sendable, Hashable {
    /// Its place in the log; it grows, with gaps.
    public let cursor: Int64
    /// The notification.
    public let notification: NewNotification
}

extension StoredNotification {
    /// Reads a row of `notifications`.
    init(row: Row) throws {
        cursor = try row.value("cursor")
        notification = NewNotification(
            id: try row.value("id"),
            type: try row.value("type"),
            hub: try row.value("hub"),
            seat: try row.optional("seat"),
            data: try row.value("data"),
            time: StoreTime.date(try row.value("time"))
        )
    }
}
