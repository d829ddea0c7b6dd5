import DeviceCodecs
import DeviceDrivers
import DevicePeers
import VitalRecords

/// A simulated device as its driver sees it, without time.
protocol DriverPeer {
    /// The driver that reads it.
    static var driver: any ProtocolDriver.Type { get }
    /// The characteristics that it offers.
    var characteristics: [BluetoothUUID] { get }
    /// Its replies to a write, with their characteristics.
    mutating func replies(to bytes: [UInt8], on uuid: BluetoothUUID) -> [(BluetoothUUID, [UInt8])]
    /// A notification that it sends when nothing else happens, or nil.
    mutating func unasked() -> (BluetoothUUID, [UInt8])?
}

extension DriverPeer {
    mutating func unasked() -> (BluetoothUUID, [UInt8])? { nil }
}

/// The shared peers' UUIDs by their text, parsed once.
private let peerUUIDs: [String: BluetoothUUID] = {
    let peers: [any MakerPeer] = [OmronPeer(), OneTouchPeer(), ChoiceMMedPeer(), O2RingPeer(), BeurerScalePeer()]
    let texts = Set(peers.flatMap(\.rows).map(\.uuid))
    return Dictionary(uniqueKeysWithValues: texts.compactMap { text in BluetoothUUID(text).map { (text, $0) } })
}()

/// The peers that the simulator of bluetoothd plays too.
extension DriverPeer where Self: MakerPeer {
    var characteristics: [BluetoothUUID] { rows.compactMap { peerUUIDs[$0.uuid] } }

    mutating func replies(to bytes: [UInt8], on uuid: BluetoothUUID) -> [(BluetoothUUID, [UInt8])] {
        answers(to: bytes, on: uuid.description).compactMap { frame in peerUUIDs[frame.uuid].map { ($0, frame.bytes) } }
    }
}

/// One link between a driver's session and a peer, without time: the driver is woken when nothing else happens.
struct DriverBench<Peer: DriverPeer> {
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
        /// The number of writes made before the key was saved.
        var writesBeforeSecret: Int?
        var secret: [UInt8]?
        var clock: CivilDateTime?
        var end = End.cut

        /// The addresses at which reads of records began.
        var reads: [Int] {
            writes.filter { $0.bytes.starts(with: [8, 1, 0]) }.map { Int($0.bytes[3]) << 8 | Int($0.bytes[4]) }
        }
    }

    var session: any DriverSession
    var peer: Peer
    var log = Log()
    private var inputs: [DriverInput] = []
    private var isWaking = false

    init(_ start: DriverStart, peer: Peer) throws {
        session = try Peer.driver.init(DriverSecrets()).makeSession(on: start)
        self.peer = peer
    }

    /// Plays the link until it ends, or breaks it after a number of writes.
    mutating func run(cutAfter limit: Int = 5_000) -> Log {
        inputs = [.ready(peer.characteristics)]
        while log.end == .cut, log.writes.count < limit {
            if inputs.isEmpty, let (uuid, bytes) = peer.unasked() { inputs.append(.value(uuid, bytes)) }
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
