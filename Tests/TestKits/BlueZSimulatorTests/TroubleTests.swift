import DBus
import Testing

@testable import BlueZSimulator

/// Faults at each step of a link, in the daemon and in the adapter.
struct TroubleTests {
    private func meter(_ faults: [ScenarioFault], pause: Duration = .milliseconds(30)) -> Bench {
        var script = ScenarioDevice(address: Bench.address, profile: .glucose, awakeAt: [.seconds(1), .seconds(30)])
        script.records = 300
        script.recordPause = pause
        return Bench(script, faults: faults)
    }

    private func subscribed(_ faults: [ScenarioFault], pause: Duration = .milliseconds(30)) -> Bench {
        var bench = meter(faults, pause: pause)
        bench.connect()
        for short: UInt16 in [0x2A18, 0x2A34, 0x2A52] { bench.characteristic(short, "StartNotify") }
        bench.run(for: 0.2)
        return bench
    }

    @Test("A meter's 300 records are all read, and it considers them sent once the end of the report is confirmed")
    func report() {
        var bench = subscribed([])
        let write = bench.write(0x2A52, "0101")
        #expect(bench.succeeded(write))
        bench.run(for: 12)
        #expect(bench.values(0x2A18).count == 300)
        #expect(bench.values(0x2A52).map(\.hex) == ["06000101"])
        #expect(bench.events(.racp).map(\.detail) == ["0101", "reported 300"])
        #expect(bench.events(.measured).isEmpty)
    }

    @Test("Notifications faster than the daemon are lost silently; at 130 a second none is")
    func tooFast() {
        var slow = subscribed([], pause: .microseconds(14_700))
        slow.write(0x2A52, "0101")
        slow.run(for: 10)
        let count = slow.values(0x2A18).count + slow.values(0x2A34).count
        #expect(slow.values(0x2A18).count == 300)
        #expect(slow.values(0x2A52).count == 1)
        var fast = subscribed([], pause: .microseconds(4600))
        fast.write(0x2A52, "0101")
        fast.run(for: 10)
        let kept = fast.values(0x2A18).count + fast.values(0x2A34).count
        #expect(kept < count * 3 / 4)
        #expect(kept > count / 3)
        #expect(fast.simulation.devices[0].profile.hasNews == false)
    }

    @Test(
        "The link is lost at each step, and the device can be read after it",
        arguments: [LinkStep.connected, .discovery, .subscribed, .racp]
    )
    func dropAtStep(_ step: LinkStep) {
        var bench = meter([.init(.dropAtStep, count: 1, frames: 100, step: step)])
        bench.connect()
        for short: UInt16 in [0x2A18, 0x2A34, 0x2A52] { bench.characteristic(short, "StartNotify") }
        bench.run(for: 0.2)
        bench.write(0x2A52, "0101")
        bench.run(for: 15)
        #expect(bench.events(.disconnected).map(\.detail) == ["lost"])
        #expect(bench.values(0x2A18).count == (step == .racp ? 100 : 0))
        #expect(bench.property("Connected") == false)
        bench.run(until: 31)
        bench.device("Connect")
        bench.run(for: 2)
        for short: UInt16 in [0x2A18, 0x2A34, 0x2A52] { bench.characteristic(short, "StartNotify") }
        bench.run(for: 0.2)
        bench.signals = []
        bench.write(0x2A52, "0101")
        bench.run(for: 15)
        #expect(bench.values(0x2A18).count == 300)
    }

    @Test("The link is lost when records are requested, and not at a count")
    func dropAtTheRequest() {
        var bench = subscribed([.init(.dropAtStep, count: 1, frames: 0, step: .racp)])
        let count = bench.write(0x2A52, "0401")
        #expect(bench.succeeded(count))
        let report = bench.write(0x2A52, "0101")
        bench.run(for: 1)
        #expect(bench.error(report) == .failed("Operation failed with ATT error: 0x0e"))
        #expect(bench.property("Connected") == false)
        #expect(bench.values(0x2A18).isEmpty)
        #expect(bench.events(.racp).map(\.detail) == ["0401", "0101"])
    }

    @Test("The link is lost at the second read of the information")
    func dropAtTheInformation() {
        var bench = Bench(Bench.cuff(), faults: [.init(.dropAtStep, count: 1, frames: 2, step: .information)])
        bench.connect()
        let calls = [UInt16(0x2A29), 0x2A24].map { bench.characteristic($0, "ReadValue", [.dictionary([:])]) }
        bench.run(for: 1)
        #expect(bench.succeeded(calls[0]))
        #expect(bench.error(calls[1]) == .failed("Operation failed with ATT error: 0x0e"))
        #expect(bench.property("Connected") == false)
    }

    @Test("A clock is set although the link is lost before the device's answer")
    func dropAtTheClock() {
        var bench = Bench(Bench.cuff(), faults: [.init(.dropAtStep, count: 1, frames: 2, step: .clock)])
        bench.connect()
        let look = bench.characteristic(0x2A08, "ReadValue", [.dictionary([:])])
        bench.run(for: 0.5)
        #expect(bench.succeeded(look))
        let set = bench.write(0x2A08, "ea070301070000")
        bench.run(for: 0.5)
        #expect(bench.error(set) == .failed("Operation failed with ATT error: 0x0e"))
        #expect(bench.property("Connected") == false)
        #expect(bench.events(.clockSet).count == 1)
    }

    @Test("If the link is lost while pairing, Pair fails, and works the next time")
    func dropWhilePairing() {
        var bench = Bench(
            Bench.cuff(pairing: .passkey),
            faults: [.init(.dropAtStep, count: 1, step: .pairing)]
        )
        bench.connect()
        bench.registerAgent()
        let pair = bench.device("Pair")
        bench.run(for: 1)
        #expect(bench.error(pair) == .authenticationCanceled)
        #expect(bench.property("Connected") == false)
        let again = bench.device("Pair")
        bench.run(for: 1)
        bench.answer(.passkey(123_456))
        bench.run(for: 1)
        #expect(bench.succeeded(again))
        #expect(bench.events(.paired).map(\.detail) == ["secure authenticated"])
    }

    @Test("A write that is never answered fails after 30 s with ATT error 0x0e, and the link ends")
    func neverAnswers() {
        var bench = subscribed([.init(.neverAnswers, count: 1, step: .racp)])
        let write = bench.write(0x2A52, "0401")
        bench.run(for: 29)
        #expect(bench.answers[write] == nil)
        bench.run(for: 2)
        #expect(bench.error(write) == .failed("Operation failed with ATT error: 0x0e"))
        #expect(bench.property("Connected") == false)
    }

    @Test("A device that never lists its services is connected, but never resolved")
    func neverResolved() {
        var bench = Bench(Bench.cuff(), faults: [.init(.neverAnswers, count: 1)])
        bench.connect()
        #expect(bench.property("Connected") == true)
        bench.run(for: 20)
        #expect(bench.property("ServicesResolved") == false)
        bench.run(for: 20)
        #expect(bench.property("Connected") == false)
    }

    @Test("A report without a closing answer, an endless report, and the abort that stops both")
    func forEver() {
        var bench = subscribed([.init(.racpNeverEnds, count: 1)])
        bench.write(0x2A52, "0106")
        bench.run(for: 5)
        #expect(bench.values(0x2A18).count == 1)
        #expect(bench.values(0x2A52).isEmpty)
        let second = bench.write(0x2A52, "0401")
        #expect(bench.error(second) == .failed("Operation failed with ATT error: 0xfe"))
        bench.write(0x2A52, "0300")
        #expect(bench.values(0x2A52).map(\.hex) == ["06000301"])
        var endless = subscribed([.init(.sendsForever, count: 1)])
        endless.write(0x2A52, "0106")
        endless.run(for: 20)
        #expect(endless.values(0x2A18).count > 300)
        #expect(endless.events(.fault).count == 1)
        endless.write(0x2A52, "0300")
        #expect(endless.values(0x2A52).map(\.hex) == ["06000301"])
    }

    @Test("A cuff that never stops sending repeats its reading until the link ends")
    func cuffForEver() {
        var bench = Bench(Bench.cuff(), faults: [.init(.sendsForever, count: 1)])
        bench.connect()
        bench.characteristic(0x2A35, "StartNotify")
        bench.run(for: 20)
        #expect(Set(bench.values(0x2A35)).count == 1)
        #expect(bench.values(0x2A35).count > 500)
        bench.device("Disconnect")
        bench.run(for: 5)
        #expect(bench.property("Connected") == false)
        #expect(bench.events(.confirmed).count == 1)
    }

    @Test("A hanging daemon neither answers, signals nor confirms, and catches up afterwards")
    func hang() {
        var script = Bench.cuff(measurements: [.init(at: .seconds(1)), .init(at: .seconds(7))])
        script.idleTime = .seconds(20)
        var bench = Bench(script, faults: [.init(.daemonHang, at: .seconds(6), seconds: .seconds(5))])
        bench.connect()
        bench.characteristic(0x2A35, "StartNotify")
        bench.run(until: 6.1)
        #expect(bench.values(0x2A35).count == 1)
        let read = bench.characteristic(0x2A24, "ReadValue", [.dictionary([:])])
        bench.signals = []
        bench.run(until: 10.9)
        #expect(bench.answers[read] == nil)
        #expect(bench.signals.isEmpty)
        #expect(bench.events(.confirmed).count == 1)
        bench.run(until: 12)
        #expect(bench.succeeded(read))
        #expect(bench.values(0x2A35).count == 1)
        #expect(bench.events(.confirmed).count == 2)
        #expect(bench.signals.first == .daemonHangs(false))
        #expect(bench.doubled.isEmpty)
    }

    @Test("A hanging daemon can be killed")
    func killHanging() {
        var bench = Bench(
            Bench.cuff(),
            faults: [.init(.daemonHang, at: .seconds(4)), .init(.daemonRestart, at: .seconds(5))]
        )
        bench.connect()
        let call = bench.adapter("StopDiscovery")
        bench.run(until: 20)
        #expect(bench.answers[call] == nil)
        let started = bench.adapter("StartDiscovery")
        #expect(bench.succeeded(started))
    }

    @Test("A blocked adapter cannot be switched on until it is unblocked, and then returns automatically")
    func blocked() {
        var bench = Bench(Bench.cuff(), faults: [.init(.adapterBlocked, at: .seconds(2), seconds: .seconds(5))])
        bench.run(until: 3)
        #expect(bench.adapterProperty("Powered") == false)
        let on = bench.call(
            Bench.adapter,
            BlueZName.properties,
            "Set",
            [.string(BlueZName.adapter), "Powered", .variant(true)]
        )
        #expect(bench.error(on) == DaemonError(name: "org.bluez.Error.Failed", text: "Failed"))
        bench.run(until: 8)
        #expect(bench.adapterProperty("Powered") == true)
    }

    @Test("A second adapter appears and disappears; it discovers and hears nothing")
    func secondAdapter() {
        var bench = Bench(Bench.cuff(), faults: [.init(.secondAdapter, at: .seconds(1), seconds: .seconds(9))])
        bench.run(until: 2)
        let path: DBusObjectPath = "/org/bluez/hci1"
        let start = bench.call(path, BlueZName.adapter, "StartDiscovery")
        #expect(bench.succeeded(start))
        bench.run(for: 5)
        #expect(bench.simulation.objects[path]?[BlueZName.adapter]?["Discovering"] == true)
        #expect(bench.adapterProperty("Discovering") == false)
        #expect(bench.property("Address") == nil)
        bench.run(until: 11)
        #expect(bench.simulation.objects[path] == nil)
    }

    @Test(
        "InProgress as the scenario specifies",
        arguments: [
            (FaultKind.startDiscoveryInProgress, DaemonError.busy), (.connectInProgress, .inProgress),
            (.gattInProgress, .inProgress),
        ]
    )
    func inProgress(_ kind: FaultKind, _ wanted: DaemonError) {
        var bench = Bench(Bench.cuff(), faults: [.init(kind, count: 1)])
        bench.run(until: 2)
        let start = bench.adapter("StartDiscovery")
        if bench.error(start) != nil { bench.adapter("StartDiscovery") }
        bench.run(for: 1)
        let connect = bench.device("Connect")
        if bench.error(connect) != nil { bench.device("Connect") }
        bench.run(for: 2)
        let notify = bench.characteristic(0x2A35, "StartNotify")
        #expect([start, connect, notify].compactMap { bench.error($0) } == [wanted])
    }

    @Test("A device out of range is not heard and loses its link, and later returns")
    func disappears() {
        var bench = Bench(Bench.cuff(), faults: [.init(.disappears, at: .seconds(6), seconds: .seconds(60))])
        bench.connect()
        bench.run(until: 7)
        #expect(bench.property("Connected") == false)
        bench.run(until: 60)
        #expect(bench.property("Address") == nil)
        bench.run(until: 70)
        #expect(bench.property("Address") != nil)
    }
}
