public import VitalRecords

/// How to read and set a device's clock.
public enum ClockAccess: Hashable, Sendable {
    /// By Current Time 0x2A2B, or by Date Time 0x2A08 within the health service, whichever exists.
    case standard
    /// By Current Time, but only after its first notification.
    case currentTimeOnNotification
    /// By ``CareSensClock``.
    case careSens
    /// By ``ContourClock``.
    case contour

    init(_ quirks: Set<DeviceQuirk>) {
        if quirks.contains(.caresensClock) {
            self = .careSens
        } else if quirks.contains(.contourClock) {
            self = .contour
        } else {
            self = quirks.contains(.omronTimeOnNotify) ? .currentTimeOnNotification : .standard
        }
    }
}

/// The clock command of A&D's vendor service 233BF000-5A34-1B6D-975C-000D5690ABE4.
///
/// Newer models have characteristic 0x2A08 in the health service and do not need it. Source:
/// andengineering/BLE_iOS_SampleApp, ANDDevice.m.
public enum ANDClock {
    /// The vendor service.
    public static let service = BluetoothUUID("233bf000-5a34-1b6d-975c-000d5690abe4")
    /// The characteristic that takes commands.
    public static let characteristic = BluetoothUUID("233bf001-5a34-1b6d-975c-000d5690abe4")

    /// The bytes that set the local time; nil for years outside 2000 to 2255.
    public static func setting(local: CivilDateTime) -> [UInt8]? {
        guard let year = UInt8(exactly: local.year - 2000) else { return nil }
        return [8, 1, 1, year] + Array(GATTDateTime(local).encoded.dropFirst(2))
    }
}

/// The clock of Contour meters: characteristic 00001026-0002-11e2-9e96-0800200c9a66.
///
/// Source: weliem/blessed-android, BluetoothHandler.java.
public enum ContourClock {
    /// Service 00000000-0002-11e2-9e96-0800200c9a66.
    public static let service = BluetoothUUID("00000000-0002-11e2-9e96-0800200c9a66")
    /// The characteristic of the clock.
    public static let characteristic = BluetoothUUID("00001026-0002-11e2-9e96-0800200c9a66")

    /// The 10 bytes that set the clock.
    ///
    /// - Parameters:
    ///   - utc: The date and time in UTC.
    ///   - offsetMinutes: The offset of local time from UTC in minutes, positive to the east.
    public static func setting(utc: CivilDateTime, offsetMinutes: Int16) -> [UInt8] {
        let word = UInt16(bitPattern: offsetMinutes)
        return [1] + GATTDateTime(utc).encoded
            + [UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8)]
    }
}

/// The clock of i-SENS meters (CareSens, ReliOn 2395 and 0015).
///
/// The characteristic is FFF1 of service FFF0, on newer models c4dea3bc-… of c4dea010-…. A failure does not prevent
/// reading. Source: tidepool-org/uploader, bluetoothLEDriver.js; NightscoutFoundation/xDrip, caresens/TimeTx.java.
public enum CareSensClock {
    /// The services that hold the clock, the older one first.
    public static let services = [
        BluetoothUUID(0xFFF0), BluetoothUUID("c4dea010-5a9d-11e9-8647-d663bd873d93"),
    ].compactMap { $0 }
    /// The characteristics, in the order of ``services``.
    public static let characteristics = [
        BluetoothUUID(0xFFF1), BluetoothUUID("c4dea3bc-5a9d-11e9-8647-d663bd873d93"),
    ].compactMap { $0 }

    private static let head: [UInt8] = [0xC0, 0x03, 0x01, 0x00]

    /// The 11 bytes that request the time.
    public static let question: [UInt8] = head + [UInt8](repeating: 0, count: 7)

    /// The 11 bytes that set the local time.
    public static func setting(local: CivilDateTime) -> [UInt8] { head + GATTDateTime(local).encoded }

    /// Reads the local time from a meter's answer: 4 bytes, then date and time.
    ///
    /// - Throws: ``CodecError``: `truncated`, `empty`, or `oversized`.
    public static func answer(_ bytes: [UInt8]) throws(CodecError) -> GATTDateTime {
        var reader = try FrameReader(bytes)
        _ = try reader.uint32("head")
        return try reader.dateTime("time")
    }
}
