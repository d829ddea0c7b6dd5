import Foundation
import HubRunner
import Processes
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Musl
#endif

/// The hub under systemd, started as its units do: the broker creates all accounts, and commands find the hub while it
/// runs.
@Suite(.serialized) struct MachineHubTests {
    private static let file = ProjectFolder.file("deploy/config/vitalbus.yaml").path

    /// The folders that systemd creates for the units.
    private struct Machine: Sendable {
        let path: String
        var state: String { "\(path)/state" }
        var run: String { "\(path)/run" }
        var environment: [String: String] { ["STATE_DIRECTORY": state, "RUNTIME_DIRECTORY": run] }

        func mode(_ file: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: "\(path)/\(file)")[.posixPermissions] as? Int
        }

        func vitalbus(_ arguments: String...) async throws -> ProgramRun {
            try await ProgramRun("vitalbus", arguments, environment: environment)
        }
    }

    private func withBroker(_ body: (Machine, ChildProcess) async throws -> Void) async throws {
        let machine = Machine(path: ShortPath.make("vbm"))
        defer { try? FileManager.default.removeItem(atPath: machine.path) }
        for folder in [machine.state, machine.run] {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        }
        let arguments = ["broker", "--config", Self.file]
        let broker = try await ProgramRun.start("vitalbus", arguments, environment: machine.environment)
        let isReady = await broker.lines.contains { $0.contains("accepts connections at \(machine.run)/mqtt.sock") }
        #expect(isReady)
        do {
            try await body(machine, broker)
        } catch {
            await broker.stop()
            throw error
        }
        await broker.stop()
    }

    @Test func nobodyMakesAccountsByHand() async throws {
        try await withBroker { machine, broker in
            #expect(try machine.mode("state/site-key") == 0o600)
            #expect(try machine.mode("state/passwords/hub-1.ble-scanner.main") == 0o600)
            #expect(try machine.mode("run/hub.json") == 0o640)
            #expect(try machine.mode("run/command-password") == 0o640)
            let actor = try await ProgramRun.start(
                "session-manager",
                [
                    "--config", Self.file, "--set", "bus.socket=\(machine.run)/mqtt.sock", "--set",
                    "bus.password-file=\(machine.state)/passwords/site.session-manager.main",
                ],
                environment: machine.environment
            )
            var status = try await machine.vitalbus("status", "--json")
            let isOnline = try await eventually {
                status = try await machine.vitalbus("status", "--json")
                return status.text.contains(#""session-manager":{"main":"online"}"#)
            }
            #expect(isOnline, "\(status.text)")
            let doctor = try await machine.vitalbus("doctor")
            #expect(doctor.lines.contains { $0.hasPrefix("ok      site key: ") }, "\(doctor.text)")
            #expect(doctor.lines.contains { $0.hasPrefix("ok      state directory: ") }, "\(doctor.text)")
            await actor.stop()
            broker.send(SIGTERM)
            #expect(await broker.waitUntilExit() == .code(0))
        }
    }

    @Test func aBrokerThatEndsByItselfEndsItsServiceForSystemdToStartAnew() async throws {
        try await withBroker { machine, broker in
            let id = try String(contentsOfFile: "\(machine.state)/broker/mosquitto.pid", encoding: .utf8)
            kill(try #require(pid_t(id.trimmingCharacters(in: .whitespacesAndNewlines))), SIGKILL)
            #expect(await broker.waitUntilExit() == .code(69))
        }
    }

    @Test func aNamedBrokerLeavesNothingToRun() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "hub.yaml").path
        try Data("site: home\nhub: hub-1\nbus.host: 127.0.0.1\n".utf8).write(to: URL(filePath: file))
        let run = try await ProgramRun("vitalbus", ["broker", "--config", file])
        #expect(run.exit == .code(0))
        #expect(run.text.contains("names a broker"), "\(run.text)")
    }

    @Test func whoIsNotOfTheGroupIsToldSo() async throws {
        let folder = try TemporaryFolder()
        let closed = folder.url.appending(path: "run").path
        try FileManager.default.createDirectory(
            atPath: closed,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: geteuid() == 0 ? 0o700 : 0o000]
        )
        // A folder that may not be listed is not removed.
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: closed) }
        let environment = ["STATE_DIRECTORY": "\(folder.url.path)/none", "RUNTIME_DIRECTORY": closed]
        let run = try await ProgramRun("vitalbus", ["status"], environment: environment)
        // Root may enter: the folder is empty, so no hub runs.
        #expect(run.exit == .code(geteuid() == 0 ? 78 : 77), "\(run.text)")
    }
}
