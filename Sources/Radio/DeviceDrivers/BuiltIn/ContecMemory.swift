public import DeviceCodecs
internal import VitalRecords

/// Contec's CMS50 oximeters: the recordings in their memory.
///
/// One recording is one record: the lowest, mean and highest saturation and pulse. The maker's app erases the memory
/// before it saves; this driver erases nothing and does not set the clock. A device whose protocol is newer than 13
/// wants an encrypted session, and is reported. Source: facts §9.1, one program that was tried on a CMS50FW. Tested
/// with captured frames of heads and published tests of samples, never on a device.
public struct ContecMemory: ProtocolDriver {
    /// `cms50`.
    public static let name = ProtocolName.cms50

    /// Needs no secrets.
    public init(_: DriverSecrets) {}

    /// Makes a session for which no recording has been read yet.
    public func makeSession(for device: DeviceIdentity) -> any DriverSession {
        makeSession(on: DriverStart(device: device))
    }

    /// Makes a session.
    public func makeSession(on start: DriverStart) -> any DriverSession { ContecMemorySession(start) }

    /// Whether a write asks for the identity, the state of the memory, a head or samples, or stops the sending of
    /// samples.
    public static func mayWrite(_ bytes: [UInt8], to characteristic: BluetoothUUID, isPairing _: Bool) -> Bool {
        guard characteristic == ContecLink.requests else { return false }
        if ContecLink.constants.contains(bytes) { return true }
        guard bytes.count >= 8, bytes[0] == 0x9D, ContecLink.channels.contains(bytes[2]) else { return false }
        let place = Array(bytes[3...4])
        guard place.allSatisfy({ $0 < 0x7F }) else { return false }
        return bytes == ContecLink.stop(channel: bytes[2], place: place)
            || ContecPacking.allCases.contains { bytes == ContecLink.samples($0, channel: bytes[2], place: place) }
    }
}

/// The requests of the oximeters.
enum ContecLink {
    /// The characteristic of requests.
    static let requests = BluetoothUUID(0xFF01)
    /// The characteristic of replies.
    static let replies = BluetoothUUID(0xFF02)
    /// The channels that are read: saturation and pulse.
    static let channels: [UInt8] = [1, 2]

    /// Asks for the identity.
    static let identity: [UInt8] = [0x81, 0x01]
    /// Asks for the versions.
    static let info: [UInt8] = [0x82, 0x02]
    /// Asks whether there are recordings.
    static let storage: [UInt8] = [0x9F, 0x1F]
    /// Prepares a device that does not report whether it has recordings.
    static let prepare: [UInt8] = [0x8F, 0x04, 0x00, 0x13]
    /// Asks for the number of recordings.
    static let count: [UInt8] = [0x90, 0x06, 0x16]
    /// Asks for the packings of samples.
    static let packings: [UInt8] = [0x8E, 0x06, 0x14]
    /// Asks for the head of the next recording.
    static let next: [UInt8] = [0x9C, 0x01, 0x1D]
    /// All requests without arguments.
    static let constants = [identity, info, storage, prepare, count, packings, next]

    /// Asks for all samples of a channel.
    static func samples(_ packing: ContecPacking, channel: UInt8, place: [UInt8]) -> [UInt8] {
        let offset = [UInt8](repeating: 0, count: packing == .difference ? 2 : 3)
        return summed([0x9D, packing.rawValue, channel] + place + offset)
    }

    /// Stops the sending of samples.
    static func stop(channel: UInt8, place: [UInt8]) -> [UInt8] { summed([0x9D, 0x02, channel] + place + [0, 0]) }

    private static func summed(_ bytes: [UInt8]) -> [UInt8] { bytes + [bytes.reduce(0, &+) & 0x7F] }
}
