internal import DeliveryRules
public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// The raw bytes from a device, saved before they are decoded.
public struct StoredFrame: Sendable, Hashable, Identifiable {
    /// The row's number, in the order of arrival.
    public let id: Int64
    /// The number of the link that it came over; nil if the link is unknown.
    public let link: Int64?
    /// The device's UUID.
    public let device: String
    /// The GATT characteristic, or the advert's kind.
    public let characteristic: String
    /// The bytes.
    public let bytes: Data
    /// When they arrived.
    public let receivedAt: Date
}

extension StoredFrame {
    /// Reads a row of `raw_frames`.
    init(row: Row) throws {
        id = try row.value("id")
        link = try row.optional("link")
        device = try row.value("device")
        characteristic = try row.value("characteristic")
        bytes = try row.value("bytes")
        receivedAt = StoreTime.date(try row.value("received_at"))
    }
}

/// Bytes from a device, to be saved.
public struct NewFrame: Sendable, Hashable {
    /// The GATT characteristic.
    public var characteristic: String
    /// The bytes.
    public var bytes: Data
    /// When they arrived.
    public var receivedAt: Date

    /// Creates a frame.
    public init(characteristic: String, bytes: Data, receivedAt: Date) {
        self.characteristic = characteristic
        self.bytes = bytes
        self.receivedAt = receivedAt
    }

    /// Saves it and returns its row's number.
    func save(to database: Database, device: String, link: Int64?) throws -> Int64 {
        try database.executeCached(
            sql: "INSERT INTO raw_frames (device, link, characteristic, bytes, received_at) VALUES (?, ?, ?, ?, ?)",
            arguments: [device, link, characteristic, bytes, StoreTime.milliseconds(receivedAt)]
        )
        return database.lastInsertedRowID
    }
}

/// The frames of a reading that must not be stored.
public struct UnkeptFrames: Sendable, Hashable {
    /// The device's UUID.
    public let device: String
    /// When the first frame arrived.
    public let first: Date
    /// When the last frame arrived.
    public let last: Date

    /// Names the frames.
    public init(device: String, first: Date, last: Date) {
        self.device = device
        self.first = first
        self.last = last
    }

    /// Undecoded frames stay, because they may be another person's.
    func delete(from database: Database) throws {
        try database.executeCached(
            sql: "DELETE FROM raw_frames WHERE device = ? AND decoded = 1 AND received_at BETWEEN ? AND ?",
            arguments: [device, StoreTime.milliseconds(first), StoreTime.milliseconds(last)]
        )
        try StoredLink.deleteLeftOver(of: device, from: database)
    }
}

extension OutboxStore {
    /// Saves several frames of one link in one commit and returns their rows' numbers in the same order.
    public func saveFrames(_ frames: [NewFrame], device: String, link: Int64) async throws -> [Int64] {
        try await writer.write { database in
            try frames.map { try $0.save(to: database, device: device, link: link) }
        }
    }
}
