import DeviceCodecs

@testable import DeviceDrivers

/// A cuff's memory behind its channels, filled byte by byte with what captures show.
struct CuffPeer: DriverPeer {
    static let driver: any ProtocolDriver.Type = OmronCuff.self

    /// The memory; FF where nothing is written.
    var memory = [UInt8](repeating: 0xFF, count: 0x4000)
    /// The key that opens it; nil offers its key mode.
    var key: [UInt8]?
    /// Whether it has the four channels of the classic service.
    var isClassic = true
    /// Whether pieces come in the reverse order.
    var isReversed = false
    /// The numbers of the packets whose last piece is lost, from 1.
    var losesPacket: Set<Int> = []
    /// The numbers of the packets that report an error.
    var failsPacket: Set<Int> = []
    private(set) var packets = 0

    mutating func put(_ bytes: [UInt8], at address: Int) {
        memory.replaceSubrange(address..<(address + bytes.count), with: bytes)
    }

    /// What comes back for a write, by characteristic.
    mutating func replies(to bytes: [UInt8], on uuid: BluetoothUUID) -> [(BluetoothUUID, [UInt8])] {
        if uuid == OmronCuffLink.unlock { return [(uuid, unlock(bytes))] }
        let packet: [UInt8]
        packets += 1
        if failsPacket.contains(packets) {
            packet = Self.packet([0x8F, 0, 0, 0, 1], data: [1])
        } else if bytes == OmronCuffLink.start {
            packet = Self.packet([0x80, 0, 0, 0, 0x10], data: [])
        } else if bytes == OmronCuffLink.end {
            packet = Self.packet([0x8F, 0, 0, 0, 0], data: [])
        } else {
            let address = Int(bytes[3]) << 8 | Int(bytes[4])
            let data = Array(memory[address..<(address + Int(bytes[5]))])
            packet = Self.packet([0x81, 0, bytes[3], bytes[4], bytes[5]], data: data)
        }
        return pieces(of: packet)
    }

    private func pieces(of packet: [UInt8]) -> [(BluetoothUUID, [UInt8])] {
        guard isClassic else { return losesPacket.contains(packets) ? [] : [(OmronCuffLink.replies[0], packet)] }
        var pieces = stride(from: 0, to: packet.count, by: 16).map { start in
            (OmronCuffLink.replies[start / 16], Array(packet[start..<min(start + 16, packet.count)]))
        }
        if losesPacket.contains(packets) { pieces.removeLast() }
        return isReversed ? pieces.reversed() : pieces
    }

    private mutating func unlock(_ bytes: [UInt8]) -> [UInt8] {
        switch bytes.first {
        case 0x02: return [0x82, key == nil ? 0 : 0x0F]
        case 0x00:
            key = Array(bytes.dropFirst())
            return [0x80, 0]
        case 0x01: return [0x81, Array(bytes.dropFirst()) == key ? 0 : 1]
        default: return [0x91, 0] + bytes.dropFirst().prefix(4)
        }
    }

    /// A packet of the cuff with its length and checksum.
    static func packet(_ head: [UInt8], data: [UInt8]) -> [UInt8] {
        let packet = [UInt8(head.count + data.count + 3)] + head + data + [0]
        return packet + [packet.reduce(0, ^)]
    }

    /// The characteristics that it shows.
    var characteristics: [BluetoothUUID] {
        let count = isClassic ? 4 : 1
        return OmronCuffLink.requests.prefix(count) + OmronCuffLink.replies.prefix(count) + [OmronCuffLink.unlock]
    }
}

/// A cuff's link.
typealias CuffBench = DriverBench<CuffPeer>
