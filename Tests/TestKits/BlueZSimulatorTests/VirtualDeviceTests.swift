import SeededRandom
import Testing

@testable import BlueZSimulator

/// The cuff's own state machine.
struct VirtualDeviceTests {
    private func device(_ script: ScenarioDevice) -> VirtualDevice {
        VirtualDevice(script, epoch: Bench.epoch, random: SplitMix64(seed: 1))
    }

    private let values = MeasurementValues([.systolic: 120, .diastolic: 80])

    /// Runs a device's own deadlines up to a time, and confirms every indication at once.
    private func drain(_ device: inout VirtualDevice, until end: Duration) -> [DeviceOutput] {
        var all: [DeviceOutput] = []
        while let deadline = device.deadline, deadline <= end {
            for output in device.handle(.tick, at: deadline) {
                all.append(output)
                if case .indicate = output { all += device.handle(.confirmed, at: deadline) }
                if case .disconnect = output { all += device.handle(.disconnected, at: deadline) }
            }
        }
        return all
    }

    @Test("It advertises while it has readings, delivers them in order, erases each once confirmed, then hangs up")
    func delivery() {
        var device = device(Bench.cuff())
        var outputs = device.handle(.measure(frame: [1], values: .init()), at: .seconds(1))
        outputs += device.handle(.measure(frame: [2], values: .init()), at: .seconds(2))
        let (one, two) = (DeviceFrame(0x2A35, bytes: [1]), DeviceFrame(0x2A35, bytes: [2]))
        let first = StoredReading(number: 1, frames: [one])
        let second = StoredReading(number: 2, frames: [two])
        #expect(outputs == [.measured(first), .advertising(true), .measured(second)])
        #expect(device.handle(.connected(encrypted: false), at: .seconds(3)) == [.advertising(false)])
        #expect(device.handle(.subscribe(0x2A35, true), at: .seconds(4)) == [])
        let delivered = drain(&device, until: .seconds(60))
        #expect(
            delivered == [
                .indicate(one, first), .erased(first), .indicate(two, second), .erased(second), .disconnect,
            ]
        )
        #expect(device.stored.isEmpty)
        #expect(!device.isAdvertising)
    }

    @Test("A reading whose confirmation is lost is kept and sent again on the next link")
    func lostConfirmation() {
        var device = device(Bench.cuff())
        _ = device.handle(.measure(frame: [1], values: .init()), at: .zero)
        _ = device.handle(.connected(encrypted: false), at: .seconds(1))
        _ = device.handle(.subscribe(0x2A35, true), at: .seconds(1))
        let frame = DeviceFrame(0x2A35, bytes: [1])
        let sent = DeviceOutput.indicate(frame, .init(number: 1, frames: [frame]))
        #expect(device.handle(.tick, at: .seconds(2)) == [sent])
        #expect(device.handle(.disconnected, at: .seconds(2)) == [.advertising(true)])
        #expect(device.handle(.confirmed, at: .seconds(2)) == [])
        #expect(device.stored.count == 1)
        _ = device.handle(.connected(encrypted: false), at: .seconds(3))
        _ = device.handle(.subscribe(0x2A35, true), at: .seconds(3))
        #expect(device.handle(.tick, at: .seconds(4)) == [sent])
    }

    @Test("A BM85 ignores a CCCD write right after discovery and accepts a later one")
    func deaf() {
        var device = device(Bench.cuff(quirks: [.beurerBM85]))
        _ = device.handle(.measure(frame: nil, values: values), at: .zero)
        _ = device.handle(.connected(encrypted: false), at: .seconds(1))
        _ = device.handle(.discovered, at: .seconds(2))
        let early = device.handle(.subscribe(0x2A35, true), at: .seconds(2) + .milliseconds(79))
        #expect(early == [.ignoredSubscription(0x2A35)])
        _ = device.handle(.subscribe(0x2A35, true), at: .seconds(2) + .milliseconds(80))
        #expect(drain(&device, until: .seconds(3)).contains { if case .erased = $0 { true } else { false } })
    }

    @Test("An A&D sends nothing on the link of its bonding, keeps links, and has news only for a new link")
    func aAndD() {
        var device = device(Bench.cuff(quirks: [.aAndD], pairing: .justWorks))
        _ = device.handle(.measure(frame: [1], values: .init()), at: .zero)
        _ = device.handle(.connected(encrypted: false), at: .seconds(1))
        _ = device.handle(.bonded, at: .seconds(2))
        _ = device.handle(.subscribe(0x2A35, true), at: .seconds(2))
        #expect(device.deadline == nil)
        _ = device.handle(.disconnected, at: .seconds(3))
        _ = device.handle(.connected(encrypted: true), at: .seconds(4))
        _ = device.handle(.subscribe(0x2A35, true), at: .seconds(4))
        #expect(drain(&device, until: .seconds(100)).count == 2)
        _ = device.handle(.measure(frame: [2], values: .init()), at: .seconds(101))
        #expect(drain(&device, until: .seconds(200)) == [])
        #expect(device.isConnected)
        _ = device.handle(.disconnected, at: .seconds(201))
        #expect(device.isAdvertising)
    }

    @Test("The clock is read and written through 0x2A08; an unset one shows the year 0")
    func clock() throws {
        var device = device(Bench.cuff(quirks: [.clockNotSet]))
        #expect(try device.read(0x2A08, at: .zero).prefix(2) == [0, 0])
        let time = try #require(CivilTime("2026-03-01T09:00:00"))
        #expect(try device.write(0x2A08, value: time.dateTime, at: .zero) == [.clockSet(shift: 3600)])
        #expect(try device.read(0x2A08, at: .seconds(61)) == CivilTime("2026-03-01T09:01:01")?.dateTime)
        #expect(throws: AttError.invalidLength) { try device.write(0x2A08, value: [1], at: .zero) }
        #expect(throws: AttError.outOfRange) { try device.write(0x2A08, value: [0, 0, 0, 0, 0, 0, 0], at: .zero) }
        #expect(throws: AttError.readNotPermitted) { try device.read(0x2A35, at: .zero) }
        #expect(throws: AttError.writeNotPermitted) { try device.write(0x2A24, value: [1], at: .zero) }
    }

    @Test("Advertising ends after its time and restarts with the next reading, which keeps the old ones")
    func advertisingTime() {
        var script = Bench.cuff()
        script.advertisingTime = .seconds(30)
        var device = device(script)
        _ = device.handle(.measure(frame: [1], values: .init()), at: .zero)
        #expect(drain(&device, until: .seconds(29)) == [])
        #expect(drain(&device, until: .seconds(30)) == [.advertising(false)])
        _ = device.handle(.measure(frame: [2], values: .init()), at: .seconds(60))
        #expect(device.isAdvertising)
        #expect(device.stored.count == 2)
    }

    @Test("An unused link ends by itself")
    func patience() {
        var device = device(Bench.cuff())
        _ = device.handle(.measure(frame: [1], values: .init()), at: .zero)
        _ = device.handle(.connected(encrypted: false), at: .seconds(1))
        #expect(drain(&device, until: .seconds(30)) == [])
        #expect(drain(&device, until: .seconds(31)) == [.disconnect, .advertising(true)])
    }
}
