public import DeviceCodecs
internal import VitalRecords

/// Scales of Yolanda's QN family: Renpho, Arboleaf, GE, FITINDEX.
///
/// The scales send nothing before the hub tells them the unit and the time, and their maker's apps do so on each
/// link. The body's resistance is reported, and no composition, because the scales send none. Source: facts §6. Tested
/// with captured frames, never on a device.
public struct QNScale: ProtocolDriver {
    /// `qn`.
    public static let name = ProtocolName.qn

    /// Needs no secrets; the scales do not bond.
    public init(_: DriverSecrets) {}

    /// Makes a session without the hub's time.
    public func makeSession(for device: DeviceIdentity) -> any DriverSession {
        makeSession(on: DriverStart(device: device))
    }

    /// Makes a session.
    public func makeSession(on start: DriverStart) -> any DriverSession { QNSession(start) }

    /// Whether a write tells the unit or the time, starts, or acknowledges a weight.
    public static func mayWrite(_ bytes: [UInt8], to characteristic: BluetoothUUID, isPairing _: Bool) -> Bool {
        guard QNLink.requests.contains(characteristic), bytes.count >= 5, bytes.last == QNLink.sum(bytes.dropLast())
        else { return false }
        return switch bytes[0] {
        case 0x13: bytes.count == 9 && bytes[1] == 9 && bytes[3...7] == [0x01, 0x10, 0, 0, 0]
        case 0x20: bytes.count == 8 && bytes[1] == 8
        case 0x22: bytes.count == 6 && bytes[1] == 6 && bytes[3...4] == [0, 3]
        case 0x1F: bytes.count == 5 && bytes[1] == 5 && bytes[3] == 0x10
        default: false
        }
    }
}

/// The scales' frames: opcode, length, protocol, content, sum.
enum QNLink {
    /// Notifications of both services.
    static let replies = [BluetoothUUID(0xFFF1), BluetoothUUID(0xFFE1)]
    /// Indications of the older service.
    static let indications = BluetoothUUID(0xFFE2)
    /// Writes of the newer service; unit and time of the older one.
    static let requests = [BluetoothUUID(0xFFF2), BluetoothUUID(0xFFE3), BluetoothUUID(0xFFE4)]
    /// Seconds from 1970 to the scales' epoch, 2000.
    static let epoch = 946_684_800

    /// The sum of bytes, modulo 256.
    static func sum(_ bytes: some Sequence<UInt8>) -> UInt8 { bytes.reduce(0, &+) }

    /// A frame with its length and sum.
    static func frame(_ opcode: UInt8, version: UInt8, content: [UInt8]) -> [UInt8] {
        let bytes = [opcode, UInt8(content.count + 4), version] + content
        return bytes + [sum(bytes)]
    }

    /// Tells the unit: kilograms.
    static func unit(_ version: UInt8) -> [UInt8] { frame(0x13, version: version, content: [0x01, 0x10, 0, 0, 0]) }

    /// Tells the time, in local seconds since 2000.
    static func time(_ version: UInt8, seconds: Int) -> [UInt8] {
        frame(0x20, version: version, content: [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: seconds >> $0) })
    }

    /// Starts.
    static func begin(_ version: UInt8) -> [UInt8] { frame(0x22, version: version, content: [0x00, 0x03]) }

    /// Acknowledges a stable weight.
    static func taken(_ version: UInt8) -> [UInt8] { frame(0x1F, version: version, content: [0x10]) }
}
