import DBus
import Testing

@testable import BlueZSimulator

/// Discovery sessions, filters and the lifetime of device objects.
struct DiscoveryTests {
    @Test("The adapter appears after the daemon's name, powered")
    func start() {
        var bench = Bench(Bench.cuff())
        bench.run(until: 0)
        #expect(bench.simulation.objects.keys.sorted() == ["/org/bluez"])
        bench.run(until: 0.2)
        #expect(bench.adapterProperty("Powered") == true)
    }

    @Test("Errors of StartDiscovery and StopDiscovery match bluetoothd's")
    func errors() {
        var bench = Bench(Bench.cuff())
        bench.run(until: 1)
        let early = bench.adapter("StopDiscovery")
        #expect(bench.error(early) == .failed("No discovery started"))
        let first = bench.adapter("StartDiscovery")
        #expect(bench.succeeded(first))
        let second = bench.adapter("StartDiscovery")
        #expect(bench.error(second) == .busy)
        let other = bench.adapter("StartDiscovery", from: ":1.8")
        #expect(bench.succeeded(other))
        bench.call(
            Bench.adapter,
            BlueZName.properties,
            "Set",
            [.string(BlueZName.adapter), "Powered", .variant(false)]
        )
        let off = bench.adapter("StartDiscovery")
        #expect(bench.error(off) == .notReady)
        #expect(bench.adapterProperty("Discovering") == false)
        let unknown = bench.adapter("RemoveDevice", [.objectPath("/org/bluez/hci0/dev_00")])
        #expect(bench.error(unknown) == .doesNotExist)
    }

    @Test("Discovery continues until the last client stops or leaves; then RSSI is invalidated")
    func sessions() {
        var bench = Bench(Bench.cuff())
        bench.run(until: 1)
        bench.adapter("StartDiscovery")
        bench.adapter("StartDiscovery", from: ":1.8")
        bench.run(for: 1)
        #expect(bench.property("RSSI") != nil)
        bench.adapter("StopDiscovery")
        #expect(bench.adapterProperty("Discovering") == true)
        bench.leave(":1.8")
        #expect(bench.adapterProperty("Discovering") == false)
        let invalidated = bench.signals.contains { signal in
            if case .propertiesChanged(Bench.device, BlueZName.device, let changed, ["RSSI"]) = signal {
                return changed.isEmpty
            }
            return false
        }
        #expect(invalidated)
        #expect(bench.property("RSSI") == nil)
    }

    @Test("An advert creates the object, which is removed after TemporaryTimeout out of range")
    func lifetime() {
        var script = Bench.cuff()
        script.advertisingTime = .seconds(5)
        var bench = Bench(script)
        bench.run(until: 0.5)
        bench.adapter("StartDiscovery")
        bench.run(until: 2)
        #expect(bench.property("Name") == "VirtualBP")
        #expect(bench.property("UUIDs")?.stringArray == ["00001810-0000-1000-8000-00805f9b34fb"])
        bench.run(until: 30)
        #expect(bench.property("Address") != nil)
        bench.run(until: 40)
        #expect(bench.property("Address") == nil)
        #expect(bench.signals.contains(.interfacesRemoved(Bench.device, [BlueZName.device])))
        let connect = bench.device("Connect")
        #expect(bench.error(connect)?.name == DBusErrorName.unknownObject)
    }

    @Test(
        "A filter hides devices that do not match",
        arguments: [
            (["UUIDs": DBusValue.strings(["1810"])], true), (["UUIDs": .strings(["1808"])], false),
            (["Pattern": "VirtualB"], true), (["Pattern": "AA:"], false), (["RSSI": .int16(-20)], false),
            (["Transport": "bredr"], false), (["Transport": "le", "RSSI": .int16(-90)], true),
        ] as [([String: DBusValue], Bool)]
    )
    func filter(_ properties: [String: DBusValue], _ isSeen: Bool) {
        var bench = Bench(Bench.cuff())
        bench.run(until: 1)
        let set = bench.adapter("SetDiscoveryFilter", [.dictionary(properties)])
        #expect(bench.succeeded(set))
        bench.adapter("StartDiscovery")
        bench.run(for: 3)
        #expect((bench.property("Address") != nil) == isSeen)
    }

    @Test("Filters that bluetoothd refuses are refused")
    func badFilter() {
        var bench = Bench(Bench.cuff())
        bench.run(until: 1)
        for bad: [String: DBusValue] in [
            ["Transport": "wifi"], ["RSSI": .int16(-50), "Pathloss": .uint16(9)], ["Nonsense": true], ["RSSI": "-50"],
        ] {
            let call = bench.adapter("SetDiscoveryFilter", [.dictionary(bad)])
            #expect(bench.error(call) == .invalidArguments)
        }
    }

    /// A bench that has just heard its cuff in a round of discovery that began at 1 s.
    private static func heard() -> Bench {
        var scenario = Scenario(devices: [Bench.cuff()])
        scenario.timing.temporaryTimeout = .seconds(600)
        var bench = Bench(scenario)
        bench.run(until: 1)
        bench.adapter("SetDiscoveryFilter", [.dictionary(["Transport": "le"])])
        bench.adapter("StartDiscovery")
        bench.run(until: 2)
        return bench
    }

    @Test("The radio reports a device once in each round of discovery")
    func rounds() {
        var bench = Self.heard()
        #expect(bench.property("Address") != nil)
        bench.signals = []
        bench.run(until: 11.5)
        #expect(bench.signals.isEmpty)
        bench.run(until: 12.5)
        #expect(!bench.signals.isEmpty)
    }

    @Test("Connect waits for the end of a round that reported the device, and without discovery only for an advert")
    func connectingInARound() {
        var bench = Self.heard()
        let slow = bench.device("Connect")
        bench.run(until: 11)
        #expect(bench.answers[slow] == nil)
        bench.run(until: 12)
        #expect(bench.succeeded(slow))
        bench = Self.heard()
        bench.adapter("StopDiscovery")
        let quick = bench.device("Connect")
        bench.run(until: 3)
        #expect(bench.succeeded(quick))
    }

    @Test("A stuck discovery hears nothing although Discovering is true, until the adapter is power-cycled")
    func stuck() {
        var bench = Bench(Bench.cuff(), faults: [.init(.discoveryStuck)])
        bench.run(until: 2)
        bench.adapter("StartDiscovery")
        bench.run(for: 60)
        #expect(bench.adapterProperty("Discovering") == true)
        #expect(bench.property("Address") == nil)
        for on in [false, true] {
            bench.call(
                Bench.adapter,
                BlueZName.properties,
                "Set",
                [.string(BlueZName.adapter), "Powered", .variant(.boolean(on))]
            )
        }
        bench.adapter("StartDiscovery")
        bench.run(for: 1)
        #expect(bench.property("Address") != nil)
    }

    @Test("StopDiscovery may answer InProgress, and discovery continues")
    func stopFault() {
        var bench = Bench(Bench.cuff(), faults: [.init(.stopDiscoveryInProgress, count: 1)])
        bench.run(until: 1)
        bench.adapter("StartDiscovery")
        let stop = bench.adapter("StopDiscovery")
        #expect(bench.error(stop) == .busy)
        #expect(bench.adapterProperty("Discovering") == true)
        let again = bench.adapter("StopDiscovery")
        #expect(bench.succeeded(again))
    }
}
