public import DeviceCodecs
internal import VitalRecords

/// Omron cuffs and scales by their memory: unlock, index, clock, new records from the oldest on, end.
///
/// It never writes into the memory.
///
/// Source: facts §1 of eigger/hass-omron and userx14/omblepy. Tested with captured frames, never on a device.
public struct OmronCuff: ProtocolDriver {
    /// `omron`.
    public static let name = ProtocolName.omron
    /// True: the cuff gets its key while it shows `-P-`.
    public static let pairsOverLink = true

    /// Needs no secrets from a person.
    public init(_: DriverSecrets) {}

    /// Makes a session that knows only the model.
    public func makeSession(for device: DeviceIdentity) -> any DriverSession {
        makeSession(on: DriverStart(device: device))
    }

    /// Makes a session.
    public func makeSession(on start: DriverStart) -> any DriverSession { OmronCuffSession(start) }

    /// Whether a write is a start, an end, a read, or an unlocking; keys are programmed by a pairing only.
    public static func mayWrite(_ bytes: [UInt8], to characteristic: BluetoothUUID, isPairing: Bool) -> Bool {
        if characteristic == OmronCuffLink.unlock {
            switch (bytes.first, bytes.count) {
            case (0x01, 17), (0x11, 20): return true
            case (0x00, 17), (0x02, 17): return isPairing
            default: return false
            }
        }
        guard OmronCuffLink.requests.contains(characteristic) else { return false }
        let isRead =
            bytes.count == 8 && bytes.starts(with: [8, 1, 0]) && bytes[3] <= 0x3F && bytes[5] <= 0x38 && bytes[6] == 0
            && bytes.reduce(0, ^) == 0
        return isRead || bytes == OmronCuffLink.start || bytes == OmronCuffLink.end
    }
}

/// The packets of the cuffs and their way over one or four channels.
enum OmronCuffLink {
    /// Writes of each channel; models with the service FE4A have the first only.
    static let requests = channels([
        "db5b55e0-aee7-11e1-965e", "e0b8a060-aee7-11e1-92f4", "0ae12b00-aee8-11e1-a192", "10e1ba60-aee8-11e1-89e5",
    ])
    /// Notifications of each channel.
    static let replies = channels([
        "49123040-aee8-11e1-a74d", "4d0bf320-aee8-11e1-a0d9", "5128ce60-aee8-11e1-b84b", "560f1420-aee8-11e1-8184",
    ])
    /// Unlocking, by write and notification.
    static let unlock = channels(["b305b680-aee7-11e1-a730"])[0]

    private static func channels(_ beginnings: [String]) -> [BluetoothUUID] {
        beginnings.compactMap { BluetoothUUID($0 + "-0002a5d5c51b") }
    }

    /// Begins a session.
    static let start: [UInt8] = [0x08, 0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x18]
    /// Ends it; a cuff whose session breaks before shows `Err`.
    static let end: [UInt8] = [0x08, 0x0F, 0x00, 0x00, 0x00, 0x00, 0x00, 0x07]

    /// Asks for `count` bytes from an address.
    static func read(_ address: Int, count: Int) -> [UInt8] {
        let packet: [UInt8] = [8, 1, 0, UInt8(address >> 8 & 0xFF), UInt8(address & 0xFF), UInt8(count & 0xFF), 0]
        return packet + [packet.reduce(0, ^)]
    }

    /// A reply of the cuff.
    struct Reply {
        /// 8000 start, 8100 read, 8F00 end.
        let command: Int
        /// Where what was read begins.
        let address: Int
        /// The bytes; FF where the cuff did not fill them.
        let data: [UInt8]
        /// Whether an end reports an error.
        let hasFailed: Bool

        /// Reads a whole packet; nil if its length or checksum is wrong.
        init?(_ packet: [UInt8]) {
            guard packet.count >= 8, packet.reduce(0, ^) == 0 else { return nil }
            command = Int(packet[1]) << 8 | Int(packet[2])
            address = Int(packet[3]) << 8 | Int(packet[4])
            let given = packet[6...].dropLast(2).prefix(Int(packet[5]))
            data = given + [UInt8](repeating: 0xFF, count: Int(packet[5]) - given.count)
            hasFailed = command == 0x8F00 && packet[6] != 0
        }
    }

    /// The pieces of one reply, by channel.
    struct Pieces {
        private var pieces: [Int: [UInt8]] = [:]

        /// Takes a piece; the packet once it is whole.
        mutating func take(_ piece: [UInt8], channel: Int) -> [UInt8]? {
            pieces[channel] = piece
            guard let length = pieces[0]?.first.map(Int.init), length >= 8 else { return nil }
            // A model with one channel sends the packet in one piece, whatever its length.
            if channel == 0, piece.count >= length { return finish(Array(piece.prefix(length))) }
            let parts = (0..<(length + 15) / 16).map { pieces[$0] }
            guard !parts.contains(nil) else { return nil }
            return finish(Array(parts.compactMap { $0 }.joined().prefix(length)))
        }

        /// Drops an incomplete reply.
        mutating func clear() { pieces = [:] }

        private mutating func finish(_ packet: [UInt8]) -> [UInt8] {
            clear()
            return packet
        }
    }
}
