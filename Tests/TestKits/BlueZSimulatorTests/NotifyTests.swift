import DBus
import Testing

@testable import BlueZSimulator

/// Reads, writes and notify sessions.
struct NotifyTests {
    private static func cuff(_ count: Int, quirks: Set<DeviceQuirk> = []) -> ScenarioDevice {
        Bench.cuff(
            quirks: quirks,
            measurements: [.init(at: .milliseconds(500), every: .milliseconds(100), count: count)]
        )
    }

    @Test(
        "Measurements are sent, signalled and confirmed once and in order; then the link ends and the device is silent"
    )
    func delivery() {
        var bench = Bench(Self.cuff(5))
        bench.connect()
        let start = bench.characteristic(0x2A35, "StartNotify")
        bench.run(for: 1)
        #expect(bench.succeeded(start))
        let measured = bench.events(.measured).map(\.frame)
        #expect(measured.count == 5)
        #expect(bench.values(0x2A35).map(\.hex) == measured)
        #expect(bench.events(.confirmed).map(\.frame) == measured)
        #expect(bench.events(.finished).count == 1)
        bench.run(for: 3)
        #expect(bench.property("Connected") == false)
        #expect(bench.events(.disconnected).first?.detail == "device")
    }

    @Test("Identical values are signalled each time")
    func identical() {
        let script = Bench.cuff(measurements: [
            .init(at: .seconds(1), every: .milliseconds(100), count: 2, frame: [0, 1, 2])
        ])
        var bench = Bench(script)
        bench.connect()
        bench.characteristic(0x2A35, "StartNotify")
        bench.run(for: 1)
        #expect(bench.values(0x2A35) == [[0, 1, 2], [0, 1, 2]])
    }

    @Test("A session outlives the link and is enabled again; StartNotify without a link is remembered")
    func remembered() {
        let script = Bench.cuff(measurements: [.init(at: .seconds(1)), .init(at: .seconds(20))])
        var bench = Bench(script)
        bench.connect()
        bench.characteristic(0x2A35, "StartNotify")
        bench.run(until: 15)
        #expect(bench.property("Connected") == false)
        #expect(bench.values(0x2A35).count == 1)
        let offline = bench.characteristic(0x2A36, "StartNotify")
        #expect(bench.succeeded(offline))
        bench.run(until: 21)
        bench.device("Connect")
        bench.run(for: 2)
        #expect(bench.values(0x2A35).count == 2)
        #expect(bench.events(.subscribed).map(\.detail) == ["2a35", "2a35", "2a36"])
    }

    @Test("A reading is erased although the client dies after the daemon confirmed it")
    func clientDies() {
        var bench = Bench(Self.cuff(2))
        bench.connect()
        bench.characteristic(0x2A35, "StartNotify")
        bench.run(for: 0.075)
        #expect(bench.events(.confirmed).count == 1)
        bench.leave(Bench.client)
        bench.run(for: 10)
        #expect(bench.events(.confirmed).count == 1)
        #expect(bench.events(.subscribed).map(\.detail) == ["2a35", "2a35 off"])
        #expect(bench.simulation.devices.first?.stored.count == 1)
    }

    @Test("Errors of reads, writes and sessions match bluetoothd's")
    func errors() {
        var bench = Bench(Self.cuff(1))
        bench.connect()
        let read = bench.characteristic(0x2A24, "ReadValue", [.dictionary([:])])
        let busy = bench.characteristic(0x2A24, "ReadValue", [.dictionary([:])])
        #expect(bench.error(busy) == .inProgress)
        let unreadable = bench.characteristic(0x2A35, "ReadValue", [.dictionary([:])])
        let short = bench.characteristic(0x2A08, "WriteValue", [.bytes([1]), .dictionary([:])])
        let second = bench.characteristic(0x2A08, "WriteValue", [.bytes([1]), .dictionary([:])])
        #expect(bench.error(second) == .inProgress)
        let unwritable = bench.characteristic(0x2A24, "WriteValue", [.bytes([1]), .dictionary([:])])
        let silent = bench.characteristic(0x2A24, "StartNotify")
        #expect(bench.error(silent) == .notSupported)
        let stop = bench.characteristic(0x2A35, "StopNotify")
        #expect(bench.error(stop) == .failed("No notify session started"))
        bench.run(for: 0.1)
        #expect((try? bench.answers[read]?.get()) == [.bytes(Array("VirtualBP".utf8))])
        #expect(bench.error(unreadable) == .notPermitted("Read not permitted"))
        // The device refuses it, not the daemon.
        #expect(bench.error(unwritable) == .notPermitted("Write not permitted"))
        #expect(bench.error(short)?.name == "org.bluez.Error.InvalidArguments")
        let cut = bench.characteristic(0x2A25, "ReadValue", [.dictionary([:])])
        bench.call(
            Bench.adapter,
            BlueZName.properties,
            "Set",
            [.string(BlueZName.adapter), "Powered", .variant(false)]
        )
        #expect(bench.error(cut) == .failed("Operation failed with ATT error: 0x0e"))
        let late = bench.characteristic(0x2A24, "ReadValue", [.dictionary([:])])
        #expect(bench.error(late) == .failed("Not connected"))
    }

    @Test("A lost confirmation makes the device send the same reading again")
    func duplicate() {
        var bench = Bench(Self.cuff(1), faults: [.init(.duplicateIndication, count: 1)])
        bench.connect()
        bench.characteristic(0x2A35, "StartNotify")
        bench.run(for: 1)
        #expect(bench.property("Connected") == false)
        #expect(bench.events(.confirmed).isEmpty)
        bench.device("Connect")
        bench.run(for: 2)
        let frames = bench.values(0x2A35)
        #expect(frames.count == 2)
        #expect(Set(frames).count == 1)
        #expect(bench.events(.sent).map(\.reading) == [1, 1])
        #expect(bench.events(.confirmed).map(\.reading) == [1])
    }

    @Test("The link drops after n frames, and the rest arrives on the next link")
    func drop() {
        var bench = Bench(Self.cuff(5), faults: [.init(.dropAfterFrames, count: 1, frames: 2)])
        bench.connect()
        bench.characteristic(0x2A35, "StartNotify")
        bench.run(for: 1)
        #expect(bench.values(0x2A35).count == 2)
        bench.device("Connect")
        bench.run(for: 2)
        #expect(bench.values(0x2A35).map(\.hex) == bench.events(.measured).map(\.frame))
    }

    @Test("Truncated and garbage frames are logged as delivered")
    func damaged() {
        let faults: [ScenarioFault] = [.init(.truncatedFrame, count: 1, frames: 3), .init(.garbageFrame, count: 1)]
        var bench = Bench(Self.cuff(2), faults: faults)
        bench.connect()
        bench.characteristic(0x2A35, "StartNotify")
        bench.run(for: 1)
        let values = bench.values(0x2A35)
        #expect(values.count == 3)
        #expect(bench.events(.sent).map(\.delivered) == values.map(\.hex))
        #expect(values[1].hex == bench.events(.measured)[0].frame?.prefix(6).description)
        #expect(values[2].hex == bench.events(.measured)[1].frame)
    }

    @Test("A BM85 sends nothing after an immediate subscription, but does after a pause")
    func deafDevice() {
        var bench = Bench(Self.cuff(1, quirks: [.beurerBM85]))
        bench.connect()
        bench.characteristic(0x2A35, "StartNotify")
        bench.run(for: 1)
        #expect(bench.values(0x2A35).count == 1)

        var hasty = Bench(Self.cuff(1, quirks: [.beurerBM85]))
        hasty.connect()
        hasty.device("Disconnect")
        hasty.run(for: 3)
        hasty.characteristic(0x2A35, "StartNotify")
        hasty.device("Connect")
        hasty.run(for: 3)
        #expect(hasty.values(0x2A35) == [])
        #expect(hasty.events(.subscribed).map(\.detail) == ["2a35 ignored"])
    }
}
