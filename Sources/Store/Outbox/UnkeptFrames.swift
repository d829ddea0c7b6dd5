public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// The frames of a reading that is kept nowhere.
public struct UnkeptFrames: Sendable, Hashable {
    /// The device's UUID.
    public let device: String
    /// When the first one came.
    public let first: Date
    /// When the last one came.
    public let last: Date

    /// Names them.
    public init(device: String, first: Date, last: Date) {
        self.device = device
        self.first = first
        self.last = last
    }

    /// What is not decoded yet is somebody else's perhaps.
    func delete(from database: Database) throws {
        try database.executeCached(
            sql: "DELETE FROM raw_frames WHERE device = ? AND decoded = 1 AND received_at BETWEEN ? AND ?",
            arguments: [device, StoreTime.milliseconds(first), StoreTime.milliseconds(last)]
        )
    }
}
