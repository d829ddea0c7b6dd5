import DeviceCodecs
import DevicePeers
import Testing
import VitalRecords

@testable import DeviceDrivers

/// What the built-in drivers may ever write, held against a list of its own.
@Suite struct DriverWriteTests {
    /// The beginnings of all writes of a driver; nil stands for any byte.
    private static let allowed: [ProtocolName: [[UInt8?]]] = [
        .omron: [
            // Start, end, read; key mode and key, unlocking, token.
            [0x08, 0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x18], [0x08, 0x0F, 0x00, 0x00, 0x00, 0x00, 0x00, 0x07],
            [0x08, 0x01, 0x00, nil, nil, nil, 0x00, nil], [0x02] + [UInt8?](repeating: 0, count: 16),
            [0x00] + [UInt8?](repeating: nil, count: 16), [0x01] + [UInt8?](repeating: nil, count: 16),
            [0x11] + [UInt8?](repeating: nil, count: 19),
        ],
        .onetouch: [
            // Acknowledgements; clock, number of records, record, each with its frame around.
            [nil], [0x01, 0x02, 0x09, 0x00, 0x04, 0x20, 0x02, 0x03, nil, nil],
            [0x01, 0x02, 0x09, 0x00, 0x04, 0x27, 0x00, 0x03, nil, nil],
            [0x01, 0x02, 0x0C, 0x00, 0x04, 0x31, 0x02, nil, nil, 0x00, 0x03, nil, nil],
        ],
        // Live observations; all records, and those from a number on.
        .ghs: [[0x01], [0x07, 0x01], [0x07, 0x03, 0x01, nil, nil, nil, nil]],
        .beurer: [
            // Greeting, clock, users, a user's weighings, acknowledgement, by both halves of the models.
            [0xE6, 0x01], [0xE9, nil, nil, nil, nil], [0xE7, 0x33], [0xE7, 0x41] + [UInt8?](repeating: nil, count: 8),
            [0xF6, 0x01], [0xF9, nil, nil, nil, nil], [0xF7, 0x33], [0xF7, 0x41] + [UInt8?](repeating: nil, count: 8),
            [0xE7, 0xF1, nil, nil, nil], [0xF7, 0xF1, nil, nil, nil],
        ],
        .qn: [
            // Unit, time, start, acknowledgement.
            [0x13, 0x09, nil, 0x01, 0x10, 0, 0, 0, nil], [0x20, 0x08, nil, nil, nil, nil, nil, nil],
            [0x22, 0x06, nil, 0, 3, nil], [0x1F, 0x05, nil, 0x10, nil],
        ],
        .renpho: [[0x55, 0xAA, 0x90, 0x00, 0x04, 0x01, 0x00, 0x00, 0x00, 0x94]],
        // The time.
        .medisana: [[0x02, nil, nil, nil, nil]],
        .o2ring: [
            // List, close, block; a file's opening in two pieces.
            [0xAA, 0x14, 0xEB, 0, 0, 0, 0, nil], [0xAA, 0x05, 0xFA, 0, 0, 0, 0, nil],
            [0xAA, 0x04, 0xFB, nil, nil, 0, 0, nil],
            [0xAA, 0x03, 0xFC, 0, 0, 0x0F, 0] + [UInt8?](repeating: nil, count: 13), [nil, 0, nil],
        ],
        .bp2: [
            // List, close, a file's opening, its first block.
            [0xA5, 0xF1, 0x0E, 0, nil, 0, 0, nil], [0xA5, 0xF4, 0x0B, 0, nil, 0, 0, nil],
            [0xA5, 0xF2, 0x0D, 0, nil, 0x14, 0] + [UInt8?](repeating: nil, count: 16) + [0, 0, 0, 0, nil],
            [0xA5, 0xF3, 0x0C, 0, nil, 4, 0, 0, 0, 0, 0, nil],
        ],
        .cms50: [
            // Identity, versions, state, preparation, number, packings, head; samples in three packings, a stop.
            [0x81, 0x01], [0x82, 0x02], [0x9F, 0x1F], [0x8F, 0x04, 0x00, 0x13], [0x90, 0x06, 0x16], [0x8E, 0x06, 0x14],
            [0x9C, 0x01, 0x1D], [0x9D, 0x01, nil, nil, nil, 0, 0, nil], [0x9D, 0x03, nil, nil, nil, 0, 0, 0, nil],
            [0x9D, 0x04, nil, nil, nil, 0, 0, 0, nil], [0x9D, 0x02, nil, nil, nil, 0, 0, nil],
        ],
        .taidoc: [
            // Clock, model, number, off; a record's time and value.
            [0x51, 0x23, 0, 0, 0, 0, 0xA3, nil], [0x51, 0x24, 0, 0, 0, 0, 0xA3, nil],
            [0x51, 0x2B, 0, 0, 0, 0, 0xA3, nil],
            [0x51, 0x50, 0, 0, 0, 0, 0xA3, nil], [0x51, 0x25, nil, nil, 0, 0, 0xA3, nil],
            [0x51, 0x26, nil, nil, 0, 0, 0xA3, nil],
        ],
        .microlife: [
            // All results, the end.
            [0x4D, 0xFF, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0xFD, 0x52], [0x4D, 0xFF, 0, 2, 4, 0x52],
        ],
        // A meter on a cable: a control character in a report.
        .usbContour: [0x04, 0x06, 0x15].map { [0, 0, 0, 1, $0] + [UInt8?](repeating: 0, count: 59) },
        // A meter on a cable: serial number, clock, number of records, record, each behind the block's number.
        .usbOneTouch: [
            [3, 0x02, 0x0A, 0x00, 0x04, 0xE6, 0x02, 0x00, 0x03, nil, nil],
            [3, 0x02, 0x09, 0x00, 0x04, 0x20, 0x02, 0x03, nil, nil],
            [3, 0x02, 0x09, 0x00, 0x04, 0x27, 0x00, 0x03, nil, nil],
            [3, 0x02, 0x0C, 0x00, 0x04, 0x31, 0x02, nil, nil, 0x00, 0x03, nil, nil],
        ],
        // A meter on a cable: association, release; configuration, attributes, segments, transfer, confirmation.
        .usbAccuChek: [
            [0xE3, 0x00, 0x00, 0x2C, 0x00, 0x03, 0x50, 0x79, 0x00, 0x26, 0x80, 0, 0, 2, 0x80, 0, 0x80, 0, 0, 0, 0, 0]
                + [0, 0, 0x80, 0, 0, 0, 0, 8, 0x12, 0x34, 0x56, 0x78, 0x87, 0x65, 0x43, 0x21]
                + [UInt8?](repeating: 0, count: 10),
            [0xE4, 0x00, 0x00, 0x02, 0x00, 0x00],
            [0xE7, 0, 0, 22, 0, 20, nil, nil, 2, 1, 0, 14, 0, 0, 0, 0, 0, 0, 0x0D, 0x1C, 0, 4, nil, nil, 0, 0],
            [0xE7, 0, 0, 14, 0, 12, nil, nil, 1, 3, 0, 6, 0, 0, 0, 0, 0, 0],
            [0xE7, 0, 0, 20, 0, 18, nil, nil, 1, 7, 0, 0, nil, nil, 0x0C, 0x0D, 0, 6, 0, 1, 0, 2, 0, 0],
            [0xE7, 0, 0, 16, 0, 14, nil, nil, 1, 7, 0, 8, nil, nil, 0x0C, 0x1C, 0, 2, 0, 0],
            [0xE7, 0, 0, 30, 0, 28, nil, nil, 2, 1, 0, 22, nil, nil, 0xFF, 0xFF, 0xFF, 0xFF, 0x0D, 0x21, 0, 12]
                + [UInt8?](repeating: nil, count: 10) + [0, 0x80],
        ],
        // A cuff on a cable: start, end, read.
        .usbOmron: [
            [2, 0x08, 0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x18], [2, 0x08, 0x0F, 0x00, 0x00, 0x00, 0x00, 0x00, 0x07],
            [2, 0x08, 0x01, 0x00, nil, nil, 0x28, 0x00, nil],
        ],
        // "Measurement complete"; the password; the version and the live stream.
        .nonin: [[0x62, 0x4E, 0x4D, 0x49]], .choiceMMed: [[0xAA, 0x55, 0x04, 0xB1, 0x00, 0x00, 0xB5]],
        .contec: [[0x82, 0x02], [0x9B, 0x01, 0x1C]],
    ]

    private func isAllowed(_ bytes: [UInt8], of name: ProtocolName) -> Bool {
        (Self.allowed[name] ?? []).contains { rule in
            rule.count == bytes.count && zip(rule, bytes).allSatisfy { $0 == nil || $0 == $1 }
        }
    }

    /// Every driver meets peers that answer with anything at all, at every step.
    @Test(arguments: 0..<120) func aDriverWritesOnlyWhatItMay(seed: UInt64) throws {
        for type in DriverRegistry.builtIn {
            let name = type.name
            let family = try DriverTable.family(named: name.rawValue)
            var generator = Noise(seed: seed)
            for (bytes, uuid, isPairing) in try writes(of: type, noise: &generator) {
                let isListed = type.mayWrite(bytes, to: uuid, isPairing: isPairing)
                #expect(isListed && isAllowed(bytes, of: name) && !family.neverSends(bytes), "\(name) \(bytes)")
            }
        }
    }

    /// The link's own list refuses what would write into a memory, or program a key without a person.
    @Test func theListRefusesTheRest() {
        let request = OmronCuffLink.requests[0]
        let write: [UInt8] = [0x16, 0x01, 0xC0, 0x02, 0x86, 0x0E, 0x40, 0x1E, 0x80, 0x2D, 0x80, 0, 0x80, 0, 1, 0]
        #expect(!OmronCuff.mayWrite(write, to: request, isPairing: true))
        #expect(!OmronCuff.mayWrite([0x08, 0x01, 0xC0, 0x02, 0x86, 0x00, 0x00, 0x4D], to: request, isPairing: false))
        #expect(!OmronCuff.mayWrite(OmronCuffLink.start, to: OmronCuffLink.replies[0], isPairing: false))
        let program = [0x00] + [UInt8](repeating: 1, count: 16)
        #expect(!OmronCuff.mayWrite(program, to: OmronCuffLink.unlock, isPairing: false))
        #expect(OmronCuff.mayWrite(program, to: OmronCuffLink.unlock, isPairing: true))
        #expect(!OmronCuff.mayWrite(OmronCuffLink.read(0x4000, count: 16), to: request, isPairing: false))
        #expect(OmronCuff.mayWrite(OmronCuffLink.read(0x3FF0, count: 16), to: request, isPairing: false))
        // Erases, sets the clock, a limit, the unit; unlocks.
        for message: [UInt8] in [[0x1A], [0x20, 0x01, 0, 0, 0, 0], [0x0A, 0x01, 0x09], [0x09, 0x01], [0x11, 1]] {
            let piece = OneTouchLink.piece(message)
            #expect(!OneTouchMeter.mayWrite(piece, to: OneTouchLink.requests, isPairing: true), "\(message)")
        }
        // Deletes stored observations; stops a sensor's report; the start belongs to the control point.
        for bytes: [UInt8] in [[0x02, 0x01], [0x02], [0x07, 0x03, 0x01, 1], [0x03]] {
            #expect(!GHSSensor.mayWrite(bytes, to: GHSLink.records, isPairing: true), "\(bytes)")
            #expect(!GHSSensor.mayWrite(bytes, to: GHSLink.control, isPairing: true), "\(bytes)")
        }
        #expect(!GHSSensor.mayWrite(GHSLink.start, to: GHSLink.live, isPairing: true))
        let control = NoninStream.control
        let complete: [UInt8] = [0x62, 0x4E, 0x4D, 0x49]
        #expect(StreamDriver<NoninStream>.mayWrite(complete, to: control, isPairing: false))
        #expect(!StreamDriver<NoninStream>.mayWrite(complete, to: NoninStream.values, isPairing: false))
        // Clears the memory, deletes the bonds; erases all.
        for bytes: [UInt8] in [[0x60, 0x06, 0x4D, 0x43, 0x4C, 0x21], [0x63], [0x63, 0x4E, 0x4D, 0x49]] {
            #expect(!StreamDriver<NoninStream>.mayWrite(bytes, to: control, isPairing: true))
        }
        let erase: [UInt8] = [0x9D, 0x7F, 0x7F, 0x7F, 0x7F, 0x00, 0x00, 0x19]
        #expect(!StreamDriver<ContecStream>.mayWrite(erase, to: ContecStream.requestChannel, isPairing: false))
        #expect(!StreamDriver<PC60Stream>.mayWrite([0x00], to: PC60Stream.values, isPairing: false))
        let record = OneTouchLink.piece(OneTouchLink.record(7))
        #expect(OneTouchMeter.mayWrite(record, to: OneTouchLink.requests, isPairing: false))
    }

    /// The same for scales: users and weighings are not changed, and what is stored is not acknowledged.
    @Test func theListsOfScalesRefuseTheRest() {
        for command: UInt8 in [0x31, 0x32, 0x35, 0x36, 0x40, 0x43, 0x46, 0x49, 0x4B, 0x4D] {
            let bytes = [0xE7, command] + [UInt8](repeating: 1, count: 8)
            #expect(!BeurerScale.mayWrite(bytes, to: BeurerLink.pipe, isPairing: true), "\(command)")
        }
        #expect(!BeurerScale.mayWrite([0xE7, 0x33], to: QNLink.requests[0], isPairing: false))
        let stored: [UInt8] = [0x55, 0xAA, 0x95, 0x00, 0x01, 0x01, 0x96]
        #expect(!RenphoScale.mayWrite(stored, to: RenphoSession.requests, isPairing: true))
        #expect(!MedisanaScale.mayWrite([0x02, 1, 2, 3, 4], to: MedisanaSession.weights, isPairing: true))
        #expect(
            !QNScale.mayWrite([0x13, 0x09, 0xFF, 0x02, 0x10, 0, 0, 0, 0x2D], to: QNLink.requests[0], isPairing: false)
        )
    }

    /// The same for memories: erasing, resetting, setting and starting is refused.
    @Test func theListsOfMemoriesRefuseTheRest() {
        let ring = [0x18, 0x16, 0x17].map { LepuFrame(head: 0xAA, command: $0, middle: [0, 0]).bytes }
        for bytes in ring + [[0x31, 0x31, 0x00], LepuFrame(head: 0xA5, command: 0xF1, middle: [0, 0]).bytes] {
            #expect(!OxyRing.mayWrite(bytes, to: LepuFrame.requests, isPairing: true), "\(bytes)")
        }
        for command: UInt8 in [0xE2, 0xE3, 0xEA, 0xEB, 0xEC, 0xEE, 0x09, 0x0B] {
            let bytes = LepuFrame(head: 0xA5, command: command, middle: [0, 1]).bytes
            #expect(!LepuCuff.mayWrite(bytes, to: LepuFrame.requests, isPairing: true), "\(bytes)")
        }
        for bytes: [UInt8] in [
            [0x9D, 0x7F, 0x7F, 0x7F, 0x7F, 0, 0, 0x19], [0xA1, 0x21], [0x91, 0x7F, 0x10],
            [0x83, 25, 1, 1, 1, 1, 1, 0, 0, 0],
            [0x9D, 0x02, 1, 0x7F, 0x7F, 0, 0, 0x1E],
        ] { #expect(!ContecMemory.mayWrite(bytes, to: ContecLink.requests, isPairing: true), "\(bytes)") }
        for command: UInt8 in [0x52, 0x43, 0x33, 0x41] {
            let frame: [UInt8] = [0x51, command, 0, 0, 0, 0, 0xA3]
            let bytes = frame + [frame.reduce(0, &+)]
            #expect(!TaiDocMemory.mayWrite(bytes, to: TaiDocFrame.characteristic, isPairing: true), "\(bytes)")
        }
        for bytes: [UInt8] in [
            [0x4D, 0xFF, 0, 3, 3, 0xFD, 0x4F], [0x4D, 0xFF, 0, 8, 0x0D, 24, 6, 15, 14, 30, 45, 0xE7],
        ] {
            #expect(!MicrolifeCuff.mayWrite(bytes, to: MicrolifeLink.requests, isPairing: true), "\(bytes)")
        }
        #expect(!MicrolifeCuff.mayWrite(MicrolifeLink.results, to: MicrolifeLink.replies, isPairing: true))
    }

    private func peer(
        of name: ProtocolName,
        start: DriverStart,
        noise: inout Noise
    ) throws -> any DriverPeer {
        switch name {
        case .omron:
            var cuff = CuffPeer()
            cuff.key = start.secret
            cuff.isClassic = Bool.random(using: &noise)
            cuff.memory = noise.bytes(count: 0x4000)
            return cuff
        case .onetouch:
            var meter = TestStripMeter()
            meter.records = (0..<40).map { TestStripMeter.record(40 - $0, value: Int(noise.next() % 700)) }
            return meter
        case .ghs:
            var sensor = GHSPeer()
            sensor.memory = (0..<20).map { ($0, noise.bytes(upTo: 40)) }
            sensor.live = (0..<4).map { _ in noise.bytes(upTo: 40) }
            sensor.searches = Bool.random(using: &noise)
            return sensor
        case .beurer: return BeurerScalePeer(noise: &noise)
        case .qn: return QNPeer(isNew: Bool.random(using: &noise))
        case .renpho: return RenphoPeer()
        case .usbContour:
            var meter = ContourPeer()
            meter.records = (0..<10).map { ContourPeer.record($0) }
            meter.isBroken = Int.random(in: 0..<8, using: &noise) == 0
            return meter
        case .usbAccuChek:
            var meter = AccuChekPeer()
            meter.records = (0..<40).map { AccuChekPeer.record($0, value: UInt16(noise.next() % 4_096)) }
            meter.silent = [Int.random(in: 1...12, using: &noise)]
            return AccuChekDevice(meter)
        case .usbOneTouch:
            var disk = OneTouchDiskPeer()
            disk.meter.records = (0..<40).map { OneTouchPeer.record(40 - $0, value: Int(noise.next() % 700)) }
            disk.silent = [Int.random(in: 1...8, using: &noise)]
            return disk
        case .usbOmron:
            var cuff = OmronCablePeer(places: start.device.model == "7131U" ? 60 : 100)
            cuff.memory = noise.bytes(count: 0x4000)
            return cuff
        case .medisana: return MedisanaPeer()
        case .nonin: return StreamPeer<NoninStream>([NoninStream.values, NoninStream.control], noise: &noise)
        case .choiceMMed:
            let channels = ChoiceMMedStream.notifying + [ChoiceMMedStream.requestChannel]
            return StreamPeer<ChoiceMMedStream>(channels, noise: &noise)
        case .berry: return StreamPeer<BerryStream>([BerryStream.values], noise: &noise)
        case .jumper: return StreamPeer<JumperStream>([JumperStream.values], noise: &noise)
        case .contec:
            return StreamPeer<ContecStream>([ContecStream.requestChannel, ContecStream.replies], noise: &noise)
        case .pc60fw: return StreamPeer<PC60Stream>([PC60Stream.values], noise: &noise)
        default:
            guard let peer = MemoryPeers.peer(of: name) else { throw NoPeer(name: name) }
            return peer
        }
    }

    /// A new driver needs a peer here.
    private struct NoPeer: Error {
        let name: ProtocolName
    }

    private func writes(
        of type: any ProtocolDriver.Type,
        noise: inout Noise
    ) throws -> [([UInt8], BluetoothUUID, Bool)] {
        let models = OmronCuffModel.table + OmronCuffModel.onCable
        let isPairing = Bool.random(using: &noise)
        let start = DriverStart(
            device: DeviceIdentity(model: models.randomElement(using: &noise)?.names.first),
            isPairing: isPairing,
            stored: Bool.random(using: &noise) ? noise.bytes(upTo: 64) : nil,
            secret: Bool.random(using: &noise) ? noise.bytes(count: 16) : nil,
            entropy: noise.bytes(count: 32)
        )
        var session = try type.init(DriverSecrets()).makeSession(on: start)
        var peer = try self.peer(of: type.name, start: start, noise: &noise)
        let characteristics = peer.characteristics
        var inputs: [DriverInput] = [.ready(characteristics)]
        var written: [([UInt8], BluetoothUUID, Bool)] = []
        for second in 0..<300 {
            if inputs.isEmpty { inputs.append(peer.unasked().map { .value($0.0, $0.1) } ?? .woken) }
            let input = inputs.removeFirst()
            for output in session.handle(input, elapsed: .seconds(second)) {
                switch output {
                case .subscribe(let uuid): inputs.append(.subscribed(uuid))
                case .write(let uuid, let bytes), .command(let uuid, let bytes):
                    written.append((bytes, uuid, isPairing))
                    // Now and then an answer without a request.
                    let isNoise = Int.random(in: 0..<8, using: &noise) == 0
                    let from = characteristics.randomElement(using: &noise) ?? uuid
                    let answers = isNoise ? [(from, noise.bytes(upTo: 24))] : peer.replies(to: bytes, on: uuid)
                    inputs += answers.map { .value($0.0, $0.1) }
                default: break
                }
            }
        }
        for case .write(let uuid, let bytes) in session.farewell() { written.append((bytes, uuid, isPairing)) }
        return written
    }
}

/// Random numbers that follow from a seed.
struct Noise: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    mutating func bytes(count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) } }

    mutating func bytes(upTo limit: Int) -> [UInt8] { bytes(count: Int.random(in: 0...limit, using: &self)) }
}
