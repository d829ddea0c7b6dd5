public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// Data of a device, as it is stored.
public struct StoredPeripheralData: Sendable, Hashable {
    /// The device.
    public let device: String
    /// The device's own user; nil for the device's own data.
    public let userIndex: Int?
    /// The bytes; sealed where they are secret.
    public let content: Data

    init(row: Row) throws {
        device = try row.value("device")
        let index: Int = try row.value("user_index")
        userIndex = index < 0 ? nil : index
        content = try row.value("content")
    }
}
