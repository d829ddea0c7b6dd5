import BlueZ
import BlueZSimulator
import DBus
import DeviceCaptures
import DeviceCodecs
import Foundation
import MessageBus
import TestSupport
import Testing

@Suite struct CaptureTests {
    private static let serial = "77A4410"
    private static let scenario = """
        {"seed": 1, "startsAt": "2026-03-01T08:00:00", "timing": {"scanGap": 0}, "devices": [
          {"address": "F0:0D:00:12:34:56", "name": "VirtualBP_123456", "battery": 90,
           "information": {"manufacturer": "Virtual", "model": "BP-1", "serial": "\(serial)"},
           "manufacturerData": {"526": "01563412000df0"},
           "measurements": [{"atSeconds": 0.2, "systolic": 120, "diastolic": 80, "pulse": 64}]}]}
        """

    /// Runs a body with a simulated bluetoothd and a folder for files.
    private func withRadio(_ body: ([String: String], String) async throws -> Void) async throws {
        let folder = ShortPath.make("cap")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let bus = try PrivateBus(folder: folder)
        defer { bus.stop() }
        let client = DBusConnection(address: DBusAddress(bus.address))
        try await client.connect()
        let service = BlueZSimulatorService(
            try Scenario(json: Data(Self.scenario.utf8)),
            address: DBusAddress(bus.address),
            clock: SimulationClock(ContinuousClock()),
            startsAt: CivilTime(seconds: 1_772_352_000)
        ) { _ in }
        let playing = Task { try await service.run() }
        try await waitForAdapter(over: client)
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(["DBUS_SYSTEM_BUS_ADDRESS": bus.address], folder))
        } catch {
            result = .failure(error)
        }
        playing.cancel()
        try await playing.value
        await client.close()
        try result.get()
    }

    /// The simulated adapter appears a moment after its daemon.
    private func waitForAdapter(over connection: DBusConnection) async throws {
        let client = BlueZClient(connection: connection)
        let events = await client.events()
        try await client.start()
        if await client.objects.adapters.isEmpty {
            for await event in events { if case .adapter = event { break } }
        }
        await client.stop()
    }

    /// The usual steps: record, check, make a test.
    @Test func aDeviceIsRecordedCheckedAndMadeATest() async throws {
        try await withRadio { variables, folder in
            let file = "\(folder)/c.json"
            let shell = Shell(InMemoryBroker(), answer: "120/80 pulse 64", variables: variables)
            let outcome = await shell.run(
                "capture",
                "virtualbp",
                "--count",
                "1",
                "--out",
                file,
                "--model",
                "Virtual BP-1"
            )
            #expect(outcome.code == 0, "\(outcome.err)")
            let bytes = Array(try Data(contentsOf: URL(filePath: file)))
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            let capture = try CaptureFile.decode(bytes)
            expectRedacted(capture, text: String(decoding: bytes, as: UTF8.self))
            let kinds = Set(capture.events.map(\.kind))
            #expect(kinds.isSuperset(of: [.advert, .connected, .read, .subscribed, .notified]))
            #expect(!kinds.contains(.wrote))
            #expect(capture.ended == .done)
            #expect(capture.shown == "120/80 pulse 64")

            let check = await shell.run("capture", "check", file)
            #expect(check.code == 0)
            #expect(check.out.contains { $0.hasPrefix("2A35 ") && $0.contains("1 of 1 decoded") }, "\(check.out)")
            let again = await shell.run("capture", "virtualbp", "--out", file)
            #expect(again.code == 73)
            // A standard characteristic needs no test for a driver.
            #expect(await shell.run("capture", "test", file).code == 65)
        }
    }

    private func expectRedacted(_ capture: Capture, text: String) {
        let lower = text.lowercased()
        let serial = Array(Self.serial.utf8).map { String($0, radix: 16) }.joined()
        for secret in ["f0:0d:00:12:34:56", "f00d00123456", "563412000df0", "123456", Self.serial.lowercased(), serial]
        {
            #expect(!lower.contains(secret), "\(secret)")
        }
        #expect(capture.device.name == "VirtualBP_000000")
        #expect(capture.redacted == ["address", "name", "serial number"])
        #expect(
            capture.events.contains { $0.characteristic == BluetoothUUID(0x2A29) && $0.value == Array("Virtual".utf8) }
        )
    }

    /// Without a name the command lists the devices in range; a script reads only the device that it names.
    @Test func aScriptReadsOnlyWhatItNames() async throws {
        try await withRadio { variables, folder in
            let script = "\(folder)/script"
            try Data("read 2A29\nread FFF1\n".utf8).write(to: URL(filePath: script))
            let shell = Shell(InMemoryBroker(), variables: variables)
            // A busy machine may hear nothing in one second.
            try await eventually("the device is listed") {
                let list = await shell.run("capture", "--seconds", "1", "--json")
                return list.out.contains { $0.contains("VirtualBP_123456") }
            }
            let file = "\(folder)/s.json"
            let address = "f0:0d:00:12:34:56"
            let outcome = await shell.run("capture", address, "--script", script, "--keep-identity", "--out", file)
            #expect(outcome.code == 0, "\(outcome.err)")
            let capture = try CaptureFile.decode(Array(try Data(contentsOf: URL(filePath: file))))
            let onLink = capture.events.filter { $0.characteristic != nil }
            #expect(onLink.map(\.kind) == [.read, .failed])
            #expect(onLink.last?.reason == "missing")
            #expect(capture.ended == .done)
            #expect(capture.device.address == "F0:0D:00:12:34:56")
            #expect(capture.redacted.isEmpty)
        }
    }

    @Test func withoutBluetoothTheErrorIsOneLine() async throws {
        let outcome = await Shell(variables: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus"])
            .run("capture", "X", "--out", "/nonexistent/c.json")
        #expect(outcome.code == 69)
        #expect(outcome.err.count == 1)
        #expect(outcome.err.first?.contains("Bluetooth cannot be used") == true)
    }

    @Test func aWriteThatIsNotAllowedIsRefusedBeforeTheRadio() async throws {
        let script = ShortPath.make("script")
        defer { try? FileManager.default.removeItem(atPath: script) }
        try Data("write FFF2 9d7f\n".utf8).write(to: URL(filePath: script))
        let shell = Shell(variables: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus"])
        let refused = await shell.run("capture", "X", "--script", script, "--out", "/nonexistent/c.json")
        #expect(refused.code == 65)
        #expect(refused.err.first?.contains("--allow FFF2=9d7f") == true)
        let warned = await Shell(variables: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus"])
            .run("capture", "X", "--script", script, "--allow", "FFF2=9d7f", "--out", "/nonexistent/c.json")
        #expect(warned.code == 69)
        #expect(warned.err.first?.contains("erases all") == true)
    }

    @Test(arguments: [
        ["capture", "--seconds", "0"], ["capture", "X", "--allow", "FFF2=01"], ["capture", "X", "--count", "0"],
        ["capture", "X", "--adverts", "--script", "s"], ["capture", "X", "--script", "s", "--allow", "FFF2"],
    ])
    func wrongUsageIs64(arguments: [String]) async {
        #expect(await Shell().run(arguments).code == 64)
    }
}
