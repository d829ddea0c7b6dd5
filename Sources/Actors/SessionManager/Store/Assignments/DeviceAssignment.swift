internal import DeliveryRules
public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// The seat that gets a device's readings during an interval of measurement times.
public struct DeviceAssignment: Sendable, Hashable {
    /// The row's number.
    public let id: Int64
    /// The device's UUID.
    public let device: String
    /// The device's own user index; nil for all users.
    public let userIndex: Int?
    /// The seat.
    public let seat: String
    /// The first measurement time.
    public let from: Date
    /// The end, exclusive; nil for an open assignment.
    public let until: Date?
}

extension DeviceAssignment {
    /// Loads a device's assignments, past ones included, oldest first.
    static func fetchAll(_ database: Database, of device: String) throws -> [DeviceAssignment] {
        try database.rowsCached(
            sql: "SELECT * FROM assignments WHERE device = ? ORDER BY valid_from, id",
            arguments: [device]
        ).map(DeviceAssignment.init(row:))
    }

    /// Reads a row of `assignments`.
    init(row: Row) throws {
        id = try row.value("id")
        device = try row.value("device")
        userIndex = try row.optional("user_index")
        seat = try row.value("seat")
        from = StoreTime.date(try row.value("valid_from"))
        until = try row.optional("valid_until").map(StoreTime.date)
    }
}
