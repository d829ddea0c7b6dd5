public import VitalRecords

/// The clock command of A&D's vendor service 233BF000-5A34-1B6D-975C-000D5690ABE4.
///
/// Newer models have characteristic 0x2A08 inside of the health service and need it not. Source:
/// andengineering/BLE_iOS_SampleApp, ANDDevice.m.
public enum ANDClock {
    /// The vendor service.
    public static let service = BluetoothUUID("233bf000-5a34-1b6d-975c-000d5690abe4")
    /// Where commands are written.
    public static let characteristic = BluetoothUUID("233bf001-5a34-1b6d-975c-000d5690abe4")

    /// The bytes that set the local time, or nil for years that a byte after 2000 cannot say.
    public static func setting(local: CivilDateTime) -> [UInt8]? {
        guard let year = UInt8(exactly: local.year - 2000) else { return nil }
        return [8, 1, 1, year] + Array(GATTDateTime(local).encoded.dropFirst(2))
    }
}
