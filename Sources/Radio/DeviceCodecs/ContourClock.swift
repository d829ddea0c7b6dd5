public import VitalRecords

/// The clock of Contour meters: characteristic 00001026-0002-11e2-9e96-0800200c9a66.
///
/// Source: weliem/blessed-android, BluetoothHandler.java.
public enum ContourClock {
    /// Service 00000000-0002-11e2-9e96-0800200c9a66.
    public static let service = BluetoothUUID("00000000-0002-11e2-9e96-0800200c9a66")
    /// The clock's characteristic.
    public static let characteristic = BluetoothUUID("00001026-0002-11e2-9e96-0800200c9a66")

    /// The 10 bytes that set it.
    ///
    /// - Parameters:
    ///   - utc: The date and time in UTC.
    ///   - offsetMinutes: How far local time is ahead of UTC, in minutes.
    public static func setting(utc: CivilDateTime, offsetMinutes: Int16) -> [UInt8] {
        let word = UInt16(bitPattern: offsetMinutes)
        return [1] + GATTDateTime(utc).encoded
            + [UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8)]
    }
}
