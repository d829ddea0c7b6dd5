public import VitalRecords

/// The clock of i-SENS meters (CareSens, ReliOn 2395 and 0015).
///
/// The characteristic is FFF1 of service FFF0, on newer meters c4dea3bc-… of c4dea010-…. A failure is no reason not to
/// read. Source: tidepool-org/uploader, bluetoothLEDriver.js; NightscoutFoundation/xDrip, caresens/TimeTx.java.
public enum CareSensClock {
    /// The services that have it, the older one first.
    public static let services = [
        BluetoothUUID(0xFFF0), BluetoothUUID("c4dea010-5a9d-11e9-8647-d663bd873d93"),
    ].compactMap { $0 }
    /// The characteristics, in the order of ``services``.
    public static let characteristics = [
        BluetoothUUID(0xFFF1), BluetoothUUID("c4dea3bc-5a9d-11e9-8647-d663bd873d93"),
    ].compactMap { $0 }

    private static let head: [UInt8] = [0xC0, 0x03, 0x01, 0x00]

    /// The 11 bytes that ask for the time.
    public static let question: [UInt8] = head + [UInt8](repeating: 0, count: 7)

    /// The 11 bytes that set the local time.
    public static func setting(local: CivilDateTime) -> [UInt8] { head + GATTDateTime(local).encoded }

    /// The local time in a meter's answer: 4 bytes, then the date and time.
    ///
    /// - Throws: ``CodecError`` with `truncated`, `empty`, `oversized`.
    public static func answer(_ bytes: [UInt8]) throws(CodecError) -> GATTDateTime {
        var reader = try ByteReader(bytes)
        _ = try reader.uint32("head")
        return try reader.dateTime("time")
    }
}
