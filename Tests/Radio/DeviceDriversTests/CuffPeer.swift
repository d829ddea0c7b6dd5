import DeviceCodecs
import VitalRecords

@testable import DeviceDrivers

/// A cuff's memory behind its channels, filled byte by byte with what captures show.
struct CuffPeer {
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

/// One link of a driver's session to a peer, without time: the driver is woken when nothing else happens.
struct CuffBench {
    /// How a link ended.
    enum End: Equatable {
        case done, unpaired, cut
        case fail(String)
    }

    /// What the driver did.
    struct Log {
        var writes: [(uuid: BluetoothUUID, bytes: [UInt8], isCommand: Bool)] = []
        var subscribed: [BluetoothUUID] = []
        var measurements: [DeviceMeasurement] = []
        var unreadable = 0
        var kept: [[UInt8]] = []
        /// How many writes were made before the key was kept.
        var writesBeforeSecret: Int?
        var secret: [UInt8]?
        var clock: CivilDateTime?
        var end = End.cut

        /// Where the reads of records began.
        var reads: [Int] {
            writes.filter { $0.bytes.starts(with: [8, 1, 0]) }.map { Int($0.bytes[3]) << 8 | Int($0.bytes[4]) }
        }
    }

    var session: any DriverSession
    var peer: CuffPeer
    var log = Log()
    private var inputs: [DriverInput] = []
    private var isWaking = false

    init(_ start: DriverStart, peer: CuffPeer) {
        session = OmronCuff(DriverSecrets()).makeSession(on: start)
        self.peer = peer
    }

    /// Plays the link until it ends, or breaks after a number of writes.
    mutating func run(cutAfter limit: Int = 5_000) -> Log {
        inputs = [.ready(peer.characteristics)]
        while log.end == .cut, log.writes.count < limit {
            guard !inputs.isEmpty || isWaking else { break }
            if inputs.isEmpty {
                isWaking = false
                inputs.append(.woken)
            }
            for output in session.handle(inputs.removeFirst(), elapsed: .zero) { carryOut(output) }
        }
        return log
    }

    private mutating func carryOut(_ output: DriverOutput) {
        guard log.end == .cut else { return }
        switch output {
        case .subscribe(let uuid):
            log.subscribed.append(uuid)
            inputs.append(.subscribed(uuid))
        case .write(let uuid, let bytes): write(bytes, to: uuid, isCommand: false)
        case .command(let uuid, let bytes): write(bytes, to: uuid, isCommand: true)
        case .wake: isWaking = true
        case .measurement(let measurement): log.measurements.append(measurement)
        case .unreadable: log.unreadable += 1
        case .keep(let bytes): log.kept.append(bytes)
        case .keepSecret(let bytes): (log.secret, log.writesBeforeSecret) = (bytes, log.writes.count)
        case .clock(let time): log.clock = time
        case .done: log.end = .done
        case .unpaired: log.end = .unpaired
        case .fail(let words): log.end = .fail(words)
        case .unsubscribe, .read, .tellReady, .bond, .dropBond: break
        }
    }

    private mutating func write(_ bytes: [UInt8], to uuid: BluetoothUUID, isCommand: Bool) {
        log.writes.append((uuid, bytes, isCommand))
        inputs.append(.wrote(uuid))
        inputs += peer.replies(to: bytes, on: uuid).map { .value($0.0, $0.1) }
    }
}
