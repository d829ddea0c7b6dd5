public import DeviceCodecs
internal import VitalRecords

/// Omron cuffs on a USB cable: both users' places of the memory, in reads of 40 bytes.
///
/// The driver reads every place, because no source says where these models keep their index. It reads no clock for the
/// same reason, and writes nothing into the memory. A record counts only with the checksum that captured records of the
/// model with Bluetooth have; the hub reports any other as unreadable and keeps its bytes. Source: facts §16, LazyT/obpm.
/// Never tried on a real device.
public struct OmronCableCuff: ProtocolDriver {
    /// `usb-omron`.
    public static let name = ProtocolName.usbOmron
    /// The pairing stores the model, which USB does not show.
    public static let pairsOverLink = true

    /// Needs no secrets.
    public init(_: DriverSecrets) {}

    /// Makes a session that knows nothing of earlier links.
    public func makeSession(for device: DeviceIdentity) -> any DriverSession {
        makeSession(on: DriverStart(device: device))
    }

    /// Makes a session.
    public func makeSession(on start: DriverStart) -> any DriverSession { OmronCableSession(start) }

    /// Whether a write is a start, an end, or a read of 40 bytes among the records.
    public static func mayWrite(_ bytes: [UInt8], to characteristic: BluetoothUUID, isPairing _: Bool) -> Bool {
        guard characteristic == .usbNumberedPipe, bytes.first == OmronCableLink.report else { return false }
        let packet = Array(bytes.dropFirst())
        if packet == OmronCuffLink.start || packet == OmronCuffLink.end { return true }
        guard packet.count == 8, packet.starts(with: [8, 1, 0]) else { return false }
        let address = Int(packet[3]) << 8 | Int(packet[4])
        return OmronCableLink.places.contains(address)
            && packet == OmronCuffLink.read(address, count: OmronCableLink.readSize)
    }
}

/// The cuffs' reports: the packets of the models with Bluetooth behind the report's number.
enum OmronCableLink {
    /// The number of every report.
    static let report: UInt8 = 0x02
    /// The bytes of a read.
    static let readSize = 40
    /// Where the records of any model are.
    static let places = 0x02AC..<(0x02AC + 2 * 100 * 14)

    /// The packet as a report.
    static func framed(_ packet: [UInt8]) -> [UInt8] { [report] + packet }

    /// The reply in a report; nil for a report with another number, a wrong length or a wrong checksum.
    static func reply(_ bytes: [UInt8]) -> OmronCuffLink.Reply? {
        guard bytes.count > 1, bytes[0] == report, bytes[1] >= 8, bytes.count > Int(bytes[1]) else { return nil }
        return OmronCuffLink.Reply(Array(bytes[1...Int(bytes[1])]))
    }

    /// The profile of a cuff, by the model's name in the catalogue.
    static func model(_ name: String?) -> OmronCuffModel? {
        OmronCuffModel.onCable.first { model in model.names.contains { name?.contains($0) == true } }
    }
}
