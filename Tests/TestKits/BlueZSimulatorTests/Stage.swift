import DBus
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import BlueZSimulator

/// A simulator on its own dbus-daemon, and a client of it.
struct Stage: Sendable {
    let address: DBusAddress
    let client: DBusConnection
    let signals: DBusSignalStream
    let log: Log
    let service: BlueZSimulatorService

    /// The simulator's log lines so far.
    final class Log: Sendable {
        private let lines = Mutex<[GroundTruthEvent]>([])
        func append(_ event: GroundTruthEvent) { lines.withLock { $0.append(event) } }
        func events(_ kind: GroundTruthEvent.Kind) -> [GroundTruthEvent] {
            lines.withLock { $0.filter { $0.event == kind } }
        }
    }

    static let device = Bench.device
    static let adapter = Bench.adapter
    /// The characteristic 0x2A35 of a device without a battery.
    static let measurement: DBusObjectPath = "/org/bluez/hci0/dev_F0_0D_00_00_00_01/service0017/char0018"

    /// Plays a scenario at twice real speed while the body runs.
    ///
    /// A device ends a link that is unused for 30 simulated seconds, and a slow machine needs some between two calls.
    static func play(
        _ scenario: Scenario,
        speed: Double = 2,
        _ body: @Sendable (Stage) async throws -> Void
    ) async throws {
        var scenario = scenario
        scenario.timing.scanGap = .zero
        let folder = ShortPath.make("bzs")
        let bus = try PrivateBus(folder: folder)
        defer {
            bus.stop()
            try? FileManager.default.removeItem(atPath: folder)
        }
        let address = DBusAddress(bus.address)
        let client = DBusConnection(address: address)
        try await client.connect()
        let signals = try await client.signals(matchingAny: [
            DBusMatchRule(sender: BlueZName.service)
        ])
        let owners = try await client.nameOwners(of: BlueZName.service)
        let log = Log()
        let service = BlueZSimulatorService(
            scenario,
            address: address,
            clock: SimulationClock(ContinuousClock(), speed: speed),
            startsAt: Bench.epoch
        ) { log.append($0) }
        let playing = Task { try await service.run() }
        for await owner in owners where owner != nil { break }
        do {
            let stage = Stage(address: address, client: client, signals: signals, log: log, service: service)
            try await stage.managedObjects { $0[Self.adapter] != nil }
            try await body(stage)
        } catch {
            playing.cancel()
            await client.close()
            throw error
        }
        playing.cancel()
        try await playing.value
        await client.close()
    }

    /// Starts or stops bluetoothd.
    func daemon(_ to: String) async throws {
        let request = try ControlRequest(line: Data(#"{"do": "daemon", "to": "\#(to)"}"#.utf8))
        _ = try await service.control(request).get()
    }

    /// Calls a method of org.bluez.
    @discardableResult
    func call(
        _ path: DBusObjectPath,
        _ interface: String,
        _ member: String,
        _ arguments: [DBusValue] = [],
        from other: DBusConnection? = nil
    ) async throws -> [DBusValue] {
        try await (other ?? client).call(
            destination: BlueZName.service,
            path: path,
            interface: interface,
            member: member,
            arguments: arguments
        )
    }

    /// The name and text of the error with which a call must fail.
    func error(
        _ path: DBusObjectPath,
        _ interface: String,
        _ member: String,
        _ arguments: [DBusValue] = []
    ) async throws -> DaemonError? {
        do {
            try await call(path, interface, member, arguments)
            return nil
        } catch let error as DBusError {
            return DaemonError(name: error.errorName ?? error.code.rawValue, text: error.message)
        }
    }

    /// Requests the objects until they satisfy the condition.
    @discardableResult
    func managedObjects(
        until isRight: ([DBusObjectPath: [String: [String: DBusValue]]]) -> Bool
    ) async throws -> [DBusObjectPath: [String: [String: DBusValue]]] {
        var objects: [DBusObjectPath: [String: [String: DBusValue]]] = [:]
        try await eventually("the objects as they should be") {
            objects = try await DBusRemoteObject(client, destination: BlueZName.service).managedObjects().objects
            return isRight(objects)
        }
        return objects
    }

    /// Waits for a property of the device.
    func deviceProperty(_ name: String, is value: DBusValue) async throws {
        try await managedObjects { $0[Self.device]?[BlueZName.device]?[name] == value }
    }

    /// Discovers the device and connects to it.
    func connect() async throws {
        try await call(Self.adapter, BlueZName.adapter, "StartDiscovery")
        try await managedObjects { $0[Self.device] != nil }
        try await call(Self.device, BlueZName.device, "Connect")
        try await deviceProperty("ServicesResolved", is: true)
    }

    /// Reads the next values of a characteristic from the signals.
    func values(_ count: Int, of path: DBusObjectPath) async -> [[UInt8]] {
        var values: [[UInt8]] = []
        for await case .signal(let signal) in signals {
            guard signal.path == path, signal.member == "PropertiesChanged", signal.arguments.count == 3,
                let value = signal.arguments[1].properties?["Value"]?.bytes
            else { continue }
            values.append(value)
            if values.count == count { break }
        }
        return values
    }
}
