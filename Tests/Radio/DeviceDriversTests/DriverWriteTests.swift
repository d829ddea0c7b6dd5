import DeviceCodecs
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
    @Test(arguments: 0..<400) func aDriverWritesOnlyWhatItMay(seed: UInt64) throws {
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
        case .nonin: return StreamPeer<NoninStream>([NoninStream.values, NoninStream.control], noise: &noise)
        case .choiceMMed:
            let channels = ChoiceMMedStream.notifying + [ChoiceMMedStream.requestChannel]
            return StreamPeer<ChoiceMMedStream>(channels, noise: &noise)
        case .berry: return StreamPeer<BerryStream>([BerryStream.values], noise: &noise)
        case .jumper: return StreamPeer<JumperStream>([JumperStream.values], noise: &noise)
        case .contec:
            return StreamPeer<ContecStream>([ContecStream.requestChannel, ContecStream.replies], noise: &noise)
        case .pc60fw: return StreamPeer<PC60Stream>([PC60Stream.values], noise: &noise)
        default: throw NoPeer(name: name)
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
        let models = OmronCuffModel.table
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
        var inputs: [DriverInput] = [.ready(peer.characteristics)]
        var written: [([UInt8], BluetoothUUID, Bool)] = []
        for second in 0..<300 {
            if inputs.isEmpty { inputs.append(peer.unasked().map { .value($0.0, $0.1) } ?? .woken) }
            for output in session.handle(inputs.removeFirst(), elapsed: .seconds(second)) {
                switch output {
                case .subscribe(let uuid): inputs.append(.subscribed(uuid))
                case .write(let uuid, let bytes), .command(let uuid, let bytes):
                    written.append((bytes, uuid, isPairing))
                    // Now and then an answer that nobody asked for.
                    let isNoise = Int.random(in: 0..<8, using: &noise) == 0
                    let from = peer.characteristics.randomElement(using: &noise) ?? uuid
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
