import DeviceCodecs
import DevicePeers
import SeededRandom
import Testing
import VitalRecords

@testable import DeviceDrivers

/// Devices with a few records in their memory.
enum MemoryPeers {
    /// A device that speaks a protocol, or nil for other protocols.
    static func peer(of name: ProtocolName) -> (any DriverPeer)? {
        switch name {
        case .o2ring:
            var ring = O2RingPeer()
            ring.files = [O2RingPeer.night(name: "20261110221530", values: (0..<200).map { _ in (96, 60) })]
            return ring
        case .bp2:
            var cuff = LepuCuffPeer()
            cuff.files = [("20251129071040", LepuCuffPeer.result(1, systolic: 120, diastolic: 80))]
            return cuff
        case .cms50:
            var oximeter = ContecPeer()
            let values = [UInt8](repeating: 97, count: 60)
            oximeter.recordings = [
                ContecPeer.Recording(time: [25, 11, 28, 20, 15, 30], saturations: values, pulses: values)
            ]
            return oximeter
        case .taidoc:
            var meter = TaiDocPeer()
            meter.records = (0..<3).map { (TaiDocPeer.time($0), [100, 0, 0, 0]) }
            return meter
        case .microlife:
            var cuff = MicrolifePeer()
            cuff.places = [MicrolifePeer.result(1, systolic: 120)]
            return cuff
        default: return nil
        }
    }
}

/// The drivers of memories, fed with noise: nothing traps, and no value is impossible.
@Suite struct MemoryFuzzTests {
    private static let drivers: [any ProtocolDriver.Type] = [
        OxyRing.self, LepuCuff.self, ContecMemory.self, TaiDocMemory.self, MicrolifeCuff.self,
    ]

    /// Feeds 20,000 inputs into each driver: noise, a peer's replies, and replies with a changed byte or length.
    @Test(arguments: 0..<5) func nothingTraps(number: Int) throws {
        var generator = SplitMix64(seed: 20_261_129 + UInt64(number))
        var inputs = 0
        while inputs < 20_000 {
            var peer = try #require(MemoryPeers.peer(of: Self.drivers[number].name))
            let stored = Bool.random(using: &generator) ? bytes(upTo: 64, using: &generator) : nil
            let start = DriverStart(device: DeviceIdentity(), stored: stored)
            var session = try Self.drivers[number].init(DriverSecrets()).makeSession(on: start)
            var queue: [DriverInput] = [.ready(peer.characteristics)]
            for _ in 0..<200 {
                let input = queue.isEmpty ? .woken : queue.removeFirst()
                inputs += 1
                for output in session.handle(input, elapsed: .zero) {
                    switch output {
                    case .subscribe(let uuid): queue.append(.subscribed(uuid))
                    case .write(let uuid, let bytes), .command(let uuid, let bytes):
                        let replies = peer.replies(to: bytes, on: uuid)
                        queue += replies.map { .value($0.0, changed($0.1, using: &generator)) }
                    case .measurement(let measurement): check(measurement)
                    case .keep(let kept): #expect(kept.count <= DriverStart.storeLimit)
                    default: break
                    }
                }
            }
        }
    }

    private func check(_ measurement: DeviceMeasurement) {
        for value in measurement.measurements {
            #expect(value.value > 0)
            if value.unit == "%" { #expect(value.value <= 100) }
        }
    }

    private func changed(_ bytes: [UInt8], using generator: inout SplitMix64) -> [UInt8] {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: return self.bytes(upTo: 64, using: &generator)
        case 1 where !bytes.isEmpty:
            var result = bytes
            result[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            return result
        case 2: return Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator)))
        default: return bytes
        }
    }

    private func bytes(upTo limit: Int, using generator: inout SplitMix64) -> [UInt8] {
        (0..<Int.random(in: 0...limit, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
}
