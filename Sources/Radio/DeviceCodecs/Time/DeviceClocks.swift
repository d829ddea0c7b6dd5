/// How to read and set a device's clock.
public enum ClockAccess: Hashable, Sendable {
    /// By Current Time 0x2A2B, or by Date Time 0x2A08 within the health service, whichever exists.
    case standard
    /// By Current Time, but only after its first notification.
    case currentTimeOnNotification
    /// By ``CareSensClock``.
    case careSens

    init(_ quirks: Set<DeviceQuirk>) {
        if quirks.contains(.caresensClock) {
            self = .careSens
        } else {
            self = quirks.contains(.omronTimeOnNotify) ? .currentTimeOnNotification : .standard
        }
    }
}

/// The clock of i-SENS meters (CareSens, ReliOn 2395 and 0015).
///
/// The characteristic is FFF1 of service FFF0, on newer models c4dea3bc-… of c4dea010-…. The same command with a time sets
/// the clock, so there is no encoder for one. Source: tidepool-org/uploader, bluetoothLEDriver.js; NightscoutFoundation/xDrip, caresens/TimeTx.java.
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

    /// Reads the local time from a meter's answer: 4 bytes, then date and time.
    ///
    /// - Throws: ``CodecError``: `truncated`, `empty`, or `oversized`.
    public static func answer(_ bytes: [UInt8]) throws(CodecError) -> GATTDateTime {
        var reader = try FrameReader(bytes)
        _ = try reader.uint32("head")
        return try reader.dateTime("time")
    }
}
