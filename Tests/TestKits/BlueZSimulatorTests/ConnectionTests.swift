import DBus
import Testing

@testable import BlueZSimulator

/// Links, and the events that end or prevent them.
struct ConnectionTests {
    @Test("Connect answers when the link is up; ServicesResolved and the GATT objects follow later")
    func connect() {
        var bench = Bench(Bench.cuff())
        bench.run(until: 2)
        bench.adapter("StartDiscovery")
        bench.run(for: 1)
        let call = bench.device("Connect")
        let second = bench.device("Connect")
        #expect(bench.error(second) == .failed("Operation already in progress"))
        bench.run(for: 0.5)
        #expect(bench.succeeded(call))
        #expect(bench.property("Connected") == true)
        #expect(bench.property("ServicesResolved") == false)
        #expect(bench.simulation.deviceObjects.path(0, short: 0x2A35).flatMap { bench.simulation.objects[$0] } == nil)
        bench.run(for: 1)
        #expect(bench.property("ServicesResolved") == true)
        let measurement = bench.simulation.deviceObjects.path(0, short: 0x2A35).flatMap { bench.simulation.objects[$0] }
        #expect(measurement?[BlueZName.characteristic]?["Flags"]?.stringArray == ["indicate"])
        let again = bench.device("Connect")
        #expect(bench.succeeded(again))
    }

    @Test("Disconnect takes two seconds, and succeeds without a link")
    func disconnect() {
        var bench = Bench(Bench.cuff())
        bench.connect()
        let call = bench.device("Disconnect")
        bench.run(for: 1.9)
        #expect(bench.property("Connected") == true)
        bench.run(for: 0.2)
        #expect(bench.succeeded(call))
        #expect(bench.property("Connected") == false)
        #expect(bench.property("ServicesResolved") == false)
        let second = bench.device("Disconnect")
        #expect(bench.succeeded(second))
    }

    @Test("Connect to a silent device fails after 41 s")
    func silent() {
        var script = Bench.cuff()
        script.advertisingTime = .seconds(3)
        var bench = Bench(script)
        bench.run(until: 1)
        bench.adapter("StartDiscovery")
        bench.run(until: 5)
        let call = bench.device("Connect")
        bench.run(for: 40.9)
        #expect(bench.answers[call] == nil)
        bench.run(for: 0.2)
        #expect(bench.error(call) == .failed("le-connection-abort-by-local"))
        // Its object was removed, because it is not bonded.
        #expect(bench.property("Connected") == nil)
    }

    @Test("A second Connect is refused; Disconnect cancels the first, and the object is removed")
    func cancelled() {
        var script = Bench.cuff()
        script.advertisingTime = .seconds(3)
        var bench = Bench(script)
        bench.run(until: 1)
        bench.adapter("StartDiscovery")
        bench.run(until: 5)
        let cancelled = bench.device("Connect")
        let second = bench.device("Connect")
        #expect(bench.error(second) == .failed("Operation already in progress"))
        let disconnect = bench.device("Disconnect")
        #expect(bench.error(cancelled) == .failed("br-connection-canceled"))
        #expect(bench.succeeded(disconnect))
        #expect(bench.property("Connected") == nil)
    }

    @Test(
        "Each connection fault fails with its own error",
        arguments: [
            (FaultKind.connectAbortByLocal, "org.bluez.Error.Failed", "le-connection-abort-by-local"),
            (.connectTimeout, "org.bluez.Error.Failed", "le-connection-abort-by-local"),
        ]
    )
    func faults(_ kind: FaultKind, _ name: String, _ text: String) {
        var bench = Bench(Bench.cuff(), faults: [.init(kind, count: 1)])
        bench.run(until: 2)
        bench.adapter("StartDiscovery")
        bench.run(for: 1)
        let call = bench.device("Connect")
        bench.run(for: 42)
        #expect(bench.error(call) == DaemonError(name: name, text: text))
        let again = bench.device("Connect")
        bench.run(for: 3)
        #expect(bench.succeeded(again))
        #expect(bench.events(.fault).map(\.fault) == [kind.rawValue])
    }

    @Test("Connect to a vanished device answers UnknownObject, after its removal was signalled")
    func gone() {
        var bench = Bench(Bench.cuff(), faults: [.init(.deviceGoneBeforeConnect, count: 1)])
        bench.run(until: 2)
        bench.adapter("StartDiscovery")
        bench.run(for: 1)
        let call = bench.device("Connect")
        #expect(bench.error(call)?.name == DBusErrorName.unknownObject)
        #expect(bench.signals.contains(.interfacesRemoved(Bench.device, [BlueZName.device])))
        bench.run(for: 1)
        #expect(bench.property("Address") != nil)
    }

    @Test("ServicesResolved may come late")
    func late() {
        var bench = Bench(Bench.cuff(), faults: [.init(.servicesResolvedLate, seconds: .seconds(7))])
        bench.connect()
        #expect(bench.property("ServicesResolved") == false)
        bench.run(for: 7)
        #expect(bench.property("ServicesResolved") == true)
    }

    @Test("Removing the adapter removes every object without a change of Connected; it returns under another name")
    func adapterRemoved() {
        let fault = ScenarioFault(.adapterRemoved, at: .seconds(6), seconds: .seconds(2), adapter: "hci1")
        var bench = Bench(Bench.cuff(), faults: [fault])
        bench.connect()
        bench.run(until: 5.9)
        #expect(bench.property("Connected") == true)
        bench.signals = []
        bench.run(until: 6.1)
        #expect(bench.simulation.objects.keys.sorted() == ["/org/bluez"])
        #expect(!bench.signals.contains { if case .propertiesChanged = $0 { true } else { false } })
        bench.run(until: 9)
        #expect(bench.simulation.objects["/org/bluez/hci1"] != nil)
    }

    @Test("A restarted daemon forgets sessions and agents, keeps bonds, and never answers earlier calls")
    func restart() {
        let script = Bench.cuff(pairing: .justWorks)
        var bench = Bench(script, faults: [.init(.daemonRestart, at: .seconds(20), seconds: .seconds(1))])
        bench.connect()
        bench.registerAgent()
        let pair = bench.device("Pair")
        bench.run(for: 1)
        #expect(bench.succeeded(pair))
        bench.run(until: 19.99)
        let read = bench.characteristic(0x2A24, "ReadValue", [.dictionary([:])])
        bench.run(until: 20.5)
        #expect(bench.answers[read] == nil)
        #expect(bench.signals.contains(.daemonStopped))
        let refused = bench.adapter("StartDiscovery")
        #expect(bench.answers[refused] == nil)
        bench.run(until: 22)
        #expect(bench.property("Paired") == true)
        #expect(bench.property("Connected") == false)
        #expect(bench.adapterProperty("Discovering") == false)
        bench.registerAgent()
        let started = bench.adapter("StartDiscovery")
        #expect(bench.succeeded(started))
    }

    @Test("A device that lost its bond refuses the link; Paired stays true; after RemoveDevice it pairs again")
    func staleBond() {
        let script = Bench.cuff(pairing: .justWorks)
        var bench = Bench(script, faults: [.init(.staleBond, at: .seconds(10))])
        bench.connect()
        bench.registerAgent()
        bench.device("Pair")
        bench.run(until: 8)
        bench.device("Disconnect")
        bench.run(until: 11)
        let connect = bench.device("Connect")
        bench.run(for: 2)
        #expect(bench.error(connect) == .failed("le-connection-abort-by-local"))
        #expect(bench.property("Paired") == true)
        let remove = bench.adapter("RemoveDevice", [.objectPath(Bench.device)])
        #expect(bench.succeeded(remove))
        bench.run(for: 1)
        let pair = bench.device("Pair")
        bench.run(for: 3)
        #expect(bench.succeeded(pair))
        #expect(bench.property("Paired") == true)
    }
}
