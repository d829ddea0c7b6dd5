import DBus
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import BlueZSimulator

/// The simulator on a real dbus-daemon, driven by a real D-Bus client.
@Suite struct BusTests {
    private static func scenario(
        _ device: ScenarioDevice = Bench.cuff(),
        faults: [ScenarioFault] = []
    ) -> Scenario {
        Scenario(devices: [device], faults: faults)
    }

    @Test("Discover, connect, subscribe: the frames that arrive are those that were measured and confirmed")
    func frames() async throws {
        // All before the first link can be up: a link carries what was stored when it began.
        let measurements = [ScenarioMeasurement(at: .seconds(1), every: .milliseconds(20), count: 5)]
        try await Stage.play(Self.scenario(Bench.cuff(measurements: measurements))) { stage in
            try await stage.connect()
            try await stage.call(Stage.measurement, BlueZName.characteristic, "StartNotify")
            let values = await stage.values(5, of: Stage.measurement)
            #expect(values.map(\.hex) == stage.log.events(.measured).map(\.frame))
            try await stage.deviceProperty("Connected", is: false)
            #expect(stage.log.events(.confirmed).map(\.frame) == values.map(\.hex))
            try await eventually("the device is finished") { stage.log.events(.finished).count == 1 }
        }
    }

    @Test("The device's strings and clock are read, the clock is written; the battery is an interface")
    func attributes() async throws {
        var script = Bench.cuff()
        script.battery = 87
        try await Stage.play(Self.scenario(script)) { stage in
            try await stage.connect()
            let objects = try await stage.managedObjects { $0[Stage.device]?[BlueZName.battery] != nil }
            #expect(objects[Stage.device]?[BlueZName.battery]?["Percentage"] == .byte(87))
            func path(_ short: UInt16) throws -> DBusObjectPath {
                let found = objects.first {
                    $0.value[BlueZName.characteristic]?["UUID"]?.string == GattUUID.text(short)
                }
                return try #require(found).key
            }
            let model = try await stage.call(
                path(0x2A24),
                BlueZName.characteristic,
                "ReadValue",
                [.dictionary([:])]
            )
            #expect(model == [.bytes(Array("VirtualBP".utf8))])
            let time = try #require(CivilTime("2027-01-02T03:04:05"))
            try await stage.call(
                path(0x2A08),
                BlueZName.characteristic,
                "WriteValue",
                [.bytes(time.dateTime), .dictionary([:])]
            )
            let clock = try await stage.call(
                path(0x2A08),
                BlueZName.characteristic,
                "ReadValue",
                [.dictionary([:])]
            )
            #expect(clock.first?.bytes?.prefix(4) == time.dateTime.prefix(4))
            #expect(stage.log.events(.clockSet).count == 1)
        }
    }

    @Test("Each error arrives with bluetoothd's name and text")
    func errors() async throws {
        let faults: [ScenarioFault] = [
            .init(.connectAbortByLocal, count: 1), .init(.connectTimeout, count: 1),
            .init(.stopDiscoveryInProgress, count: 1), .init(.deviceGoneBeforeConnect, count: 1),
        ]
        try await Stage.play(Self.scenario(faults: faults), speed: 50) { stage in
            let (adapter, device) = (BlueZName.adapter, BlueZName.device)
            #expect(
                try await stage.error(Stage.adapter, adapter, "StopDiscovery") == .failed("No discovery started")
            )
            try await stage.call(Stage.adapter, adapter, "StartDiscovery")
            #expect(try await stage.error(Stage.adapter, adapter, "StartDiscovery") == .busy)
            #expect(try await stage.error(Stage.adapter, adapter, "StopDiscovery") == .busy)
            try await stage.managedObjects { $0[Stage.device] != nil }
            #expect(try await stage.error(Stage.device, device, "Disconnect") == nil)
            #expect(try await stage.error(Stage.device, device, "Pair") == .authenticationFailed)
            #expect(try await stage.error(Stage.device, device, "Connect")?.name == DBusErrorName.unknownObject)
            // The device is found again each time.
            for _ in 0..<2 {
                try await stage.managedObjects { $0[Stage.device] != nil }
                let aborted = DaemonError.failed("le-connection-abort-by-local")
                #expect(try await stage.error(Stage.device, device, "Connect") == aborted)
            }
            let gone = DBusObjectPath("/org/bluez/hci0/dev_00_00_00_00_00_00")
            #expect(
                try await stage.error(Stage.adapter, adapter, "RemoveDevice", [.objectPath(gone)]) == .doesNotExist
            )
            #expect(try await stage.error(gone, device, "Connect")?.name == DBusErrorName.unknownObject)
            let object = DBusRemoteObject(stage.client, destination: BlueZName.service, path: Stage.adapter)
            try await object.setProperty("Powered", of: adapter, to: false)
            #expect(try await stage.error(Stage.adapter, adapter, "StartDiscovery") == .notReady)
        }
    }

    @Test("A client that leaves the bus frees its discovery; RSSI is invalidated then")
    func clientLeaves() async throws {
        try await Stage.play(Self.scenario()) { stage in
            let other = DBusConnection(address: stage.address)
            try await other.connect()
            try await stage.call(Stage.adapter, BlueZName.adapter, "StartDiscovery", from: other)
            try await stage.managedObjects { $0[Stage.device]?[BlueZName.device]?["RSSI"] != nil }
            await other.close()
            try await stage.managedObjects {
                $0[Stage.adapter]?[BlueZName.adapter]?["Discovering"] == false
                    && $0[Stage.device]?[BlueZName.device]?["RSSI"] == nil
            }
        }
    }

    @Test("The agent gets the request for the passkey over the bus")
    func agent() async throws {
        var script = Bench.cuff(pairing: .passkey)
        script.passkey = 424_242
        try await Stage.play(Self.scenario(script)) { stage in
            let asked = Mutex<[DBusValue]>([])
            let method = DBusMethod("RequestPasskey", in: [.objectPath], out: [.uint32]) { call in
                asked.withLock { $0 += call.arguments }
                return [.uint32(424_242)]
            }
            try await stage.client.export([DBusInterface(BlueZName.agent, methods: [method])], at: "/agent")
            try await stage.call(
                "/org/bluez",
                BlueZName.agentManager,
                "RegisterAgent",
                [.objectPath("/agent"), "KeyboardOnly"]
            )
            try await stage.connect()
            try await stage.call(Stage.device, BlueZName.device, "Pair")
            try await stage.deviceProperty("Bonded", is: true)
            #expect(asked.withLock { $0 } == [.objectPath(Stage.device)])
        }
    }

    @Test("A restart releases the name, fails the current call, and returns with another owner")
    func restart() async throws {
        try await Stage.play(Self.scenario(faults: [.init(.connectTimeout)])) { stage in
            let first = try await stage.client.nameOwner(of: BlueZName.service)
            let owners = try await stage.client.nameOwners(of: BlueZName.service)
            try await stage.call(Stage.adapter, BlueZName.adapter, "StartDiscovery")
            try await stage.managedObjects { $0[Stage.device] != nil }
            async let connect = stage.error(Stage.device, BlueZName.device, "Connect")
            var seen: [String?] = []
            for await owner in owners {
                seen.append(owner)
                if owner == first {
                    try await eventually("the call is in progress") { !stage.log.events(.fault).isEmpty }
                    try await stage.daemon("stop")
                } else if owner == nil {
                    // The stream keeps only the newest owner, so the restart waits until its absence was seen.
                    try await stage.daemon("start")
                } else {
                    break
                }
            }
            #expect(seen.first == first)
            #expect(seen.contains(nil))
            #expect(try await connect?.name == DBusErrorName.noReply)
            let objects = try await stage.managedObjects { $0[Stage.adapter] != nil }
            #expect(objects[Stage.adapter]?[BlueZName.adapter]?["Discovering"] == false)
            #expect(objects[Stage.device] == nil)
            #expect(stage.log.events(.daemonStarted).count == 2)
        }
    }
}
