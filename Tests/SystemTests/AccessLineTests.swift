import Foundation
import HubRunner
import OperatorConnection
import Processes
import SimulatedHub
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Musl
#endif

/// A program in the house and people on other machines connect to one machine's broker as in the guides: real commands,
/// real TLS, two seats, no configuration.
@Suite(.serialized) struct AccessLineTests {
    private struct Hub {
        let folder: LineFolder
        let state: String
        let port: Int
        let plainPort: Int

        func command(_ arguments: [String]) async throws -> ProgramRun {
            try await ProgramRun("vitalbus", arguments + ["--state", state])
        }

        /// Runs one of Mosquitto's clients for at most 2 minutes, and returns all output.
        ///
        /// - Parameter whenHeard: Runs as soon as the client has subscribed; the line then needs `-d`.
        func client(_ line: String, whenHeard: () async throws -> Void = {}) async throws -> (
            exit: ChildExit, text: String
        ) {
            let child = try await ChildProcess.start(
                ChildCommand(
                    "sh",
                    arguments: ["-c", "timeout 120 stdbuf -oL \(line) 2>&1"],
                    output: .lines,
                    stopTimeout: .seconds(1)
                )
            )
            var lines: [String] = []
            for await text in child.lines {
                lines.append(text)
                if text.contains("received SUBACK") { try await whenHeard() }
            }
            return (await child.waitUntilExit(), lines.joined(separator: "\n"))
        }

        var authority: String { "\(state)/access/authority.pem" }
        func password(_ name: String) throws -> String {
            try String(contentsOfFile: "\(folder.path)/\(name).password", encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }

        /// A program's options for TLS, as `integration add` prints them.
        func tls(_ name: String) throws -> String {
            "-h localhost -p \(port) --cafile \(authority) -u \(name) -P \(try password(name)) -V 5"
        }
    }

    private static let seats = ["bed-a", "bed-b"]

    private func with(
        _ more: [String] = [],
        before: (Hub) async throws -> Void = { _ in },
        _ body: (Hub) async throws -> Void
    ) async throws {
        try await Simulators.with { folder, simulators in
            let people = Self.seats.map { LinePerson(seat: $0, user: "user-\($0)", token: "token-\($0)") }
            let cloud = try await simulators.startServer(faults: "[]", people: people)
            let hub = Hub(
                folder: folder,
                state: "\(folder.path)/home",
                port: try FreePort.take(),
                plainPort: try FreePort.take()
            )
            try await before(hub)
            let flags = Self.seats.flatMap { ["--seat", $0] } + ["--radio", "none", "--inform-url", cloud] + more
            let child = try await ProgramRun.start("vitalbus", ["up", "--no-table", "--state", hub.state] + flags)
            let lines = Task {
                for await line in child.lines where line.contains("session-manager is online") { return true }
                return false
            }
            do {
                #expect(await lines.value)
                for person in people {
                    let token = "\(folder.path)/\(person.seat).token"
                    _ = FileManager.default.createFile(
                        atPath: token,
                        contents: Data(person.token.utf8),
                        attributes: [.posixPermissions: 0o600]
                    )
                    let start = try await hub.command([
                        "session", "start", "--seat", person.seat, "--user", person.user, "--organization",
                        LineSetup.organization, "--token-file", token,
                    ])
                    #expect(start.exit == .code(0), "\(start.text)")
                }
                try await body(hub)
            } catch {
                await child.stop()
                throw error
            }
            child.send(SIGINT)
            _ = await child.waitUntilExit()
        }
    }

    private func add(_ hub: Hub, _ name: String, _ more: [String] = []) async throws {
        let file = "\(hub.folder.path)/\(name).password"
        let run = try await hub.command(["integration", "add", name, "--password-file", file] + more)
        #expect(run.exit == .code(0), "\(run.text)")
        #expect(!run.text.contains(try hub.password(name)))
        let facts = try FileManager.default.attributesOfItem(atPath: file)
        #expect((facts[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        try await eventually("the account '\(name)'") {
            try await hub.client("mosquitto_sub \(hub.tls(name)) -t 'vitalbus/v1/home/+/state/passive' -E").exit
                == .code(0)
        }
    }

    private func value(_ hub: Hub, seat: String, _ text: String) async throws {
        // The actors return within moments of the broker's restart.
        try await eventually("'\(text)' is taken") {
            let run = try await hub.command(["record", "add", "--seat", seat, "--type", "biometrics", text])
            return run.exit == .code(0)
        }
    }

    @Test func aProgramHearsWhatItWasGivenAndDoesNothing() async throws {
        try await with { hub in
            let ports = try await hub.command([
                "access", "set", "--port", "\(hub.port)", "--plain-port", "\(hub.plainPort)",
            ])
            #expect(ports.exit == .code(0), "\(ports.text)")
            try await add(hub, "house", ["--values", "bed-a"])
            try await add(hub, "deaf")
            try await value(hub, seat: "bed-a", "blood_pressure=128/81")
            try await value(hub, seat: "bed-b", "blood_pressure=117/76")
            let root = "vitalbus/v1/home"
            let vitals = ["bed-a", "bed-b"].map { "-t '\(root)/site/vitals/\($0)/+'" }.joined(separator: " ")
            var heard = ""
            // A slow machine may need more than these 3 s to connect.
            try await eventually("the person's values") {
                heard = try await hub.client("mosquitto_sub \(hub.tls("house")) -W 3 -v \(vitals)").text
                return heard.contains("/bed-a/systolic")
            }
            #expect(heard.contains("\(root)/site/vitals/bed-a/systolic") && heard.contains("128"), "\(heard)")
            #expect(!heard.contains("bed-b"), "\(heard)")
            let flat = [#""value":128"#, #""unit":"mm[Hg]""#, #""measuredAt":"2"#, #""origin":"manual""#]
            #expect(flat.allSatisfy { heard.contains($0) }, "\(heard)")
            let deaf = try await hub.client("mosquitto_sub \(hub.tls("deaf")) -W 2 -v -t '\(root)/site/vitals/+/+'")
                .text
            #expect(!deaf.contains("/vitals/"), "\(deaf)")
            try await noValueInEvents(hub, root: root)
            try await nothingIsWritten(hub, root: root)
            try await sessionEndTakesValuesBack(hub, root: root)
            try await removalEndsTheAccount(hub)
        }
    }

    /// Both seats' events arrive without values, also over plain TCP on this machine.
    private func noValueInEvents(_ hub: Hub, root: String) async throws {
        let plain = "-h 127.0.0.1 -p \(hub.plainPort) -u house -P \(try hub.password("house")) -V 5"
        let events = try await hub.client("mosquitto_sub -d \(plain) -q 1 -C 2 -v -t '\(root)/+/event/readingQueued'") {
            try await value(hub, seat: "bed-a", "pulse=64")
            try await value(hub, seat: "bed-b", "pulse=71")
        }
        #expect(events.exit == .code(0) && events.text.contains("bed-a") && events.text.contains("bed-b"))
        #expect(events.text.contains(#""measurements":[]"#) && !events.text.contains(#""value""#), "\(events.text)")
    }

    private func nothingIsWritten(_ hub: Hub, root: String) async throws {
        for leaf in [
            "site/request/session-manager/seats/site.integration.house", "hub-1/event/readingQueued",
            "site/vitals/bed-a/pulse",
            "hub-1/state/rubbish", "hub-1/actor/health-importer/main/availability",
        ] {
            let run = try await hub.client("mosquitto_pub \(hub.tls("house")) -q 1 -r -t '\(root)/\(leaf)' -m x")
            #expect(run.text.contains("failed: Not authorized"), "\(leaf): \(run)")
        }
        let wrong = try await hub.client(
            "mosquitto_sub -h localhost -p \(hub.port) --cafile \(hub.authority) -u house -P wrong -V 5 -t x -E"
        )
        #expect(wrong.exit != .code(0))
        // This client connects again and again, and says nothing.
        let open = try await hub.client(
            "timeout 10 mosquitto_sub -h localhost -p \(hub.port) -u house -P x -V 5 -t x -E"
        )
        #expect(open.exit != .code(0), "the port with TLS takes nothing without")
    }

    private func sessionEndTakesValuesBack(_ hub: Hub, root: String) async throws {
        let end = try await hub.command(["session", "end", "--seat", "bed-a", "--yes"])
        #expect(end.exit == .code(0), "\(end.text)")
        try await eventually("the values of an ended session are gone") {
            try await !hub.client("mosquitto_sub \(hub.tls("house")) -W 1 -v -t '\(root)/site/vitals/bed-a/+'").text
                .contains("systolic")
        }
    }

    private func removalEndsTheAccount(_ hub: Hub) async throws {
        #expect(try await hub.command(["integration", "list"]).text.contains("house  hubs all  values of bed-a"))
        #expect(try await hub.command(["integration", "remove", "house"]).exit == .code(0))
        try await eventually("the account is out") {
            try await hub.client("mosquitto_sub \(hub.tls("house")) -t x -E").text.contains("ot authori")
        }
        // The broker may restart after an account was removed.
        try await eventually("the hub's status") { try await hub.command(["status"]).exit == .code(0) }
    }

    private static let shown = "vitalbus/home/home"
    private static let devices = "homeassistant/device/vitalbus_home"

    @Test func homeAssistantSeesDevicesAndPressesItsButtonsAlone() async throws {
        let ports: (Hub) async throws -> Void = { hub in
            let run = try await hub.command(["access", "set", "--port", "\(hub.port)"])
            #expect(run.exit == .code(0), "\(run.text)")
        }
        try await with(["--home-assistant"], before: ports) { hub in
            try await add(hub, "panel", ["--home-assistant", "--values", "bed-a"])
            try await add(hub, "house")
            try await value(hub, seat: "bed-a", "blood_pressure=128/81")
            try await eventually("a device with the value's sensor") {
                let kept = try await hub.client(
                    "mosquitto_sub \(hub.tls("panel")) -W 1 -v -t 'homeassistant/+/+/+/config'"
                )
                return [
                    "\(Self.devices)/vitalbus_home_site/config", "\(Self.devices)/vitalbus_home_hub_hub-1/config",
                    "\(Self.devices)/vitalbus_home_seat_bed-b/config", "vitalbus/v1/home/site/vitals/bed-a/systolic",
                ].allSatisfy { kept.text.contains($0) }
            }
            try await onlyItsTopicsAreOpen(hub)
            let again = try
                "mosquitto_sub -d -R -C 1 \(hub.tls("panel")) -t '\(Self.devices)/vitalbus_home_site/config'"
            let born = try await hub.client(again) { try await publish(hub, "homeassistant/status", "online") }
            #expect(born.exit == .code(0), "told again after a birth: \(born.text)")
            try await eventually("a button's answer") {
                try await publish(hub, "\(Self.shown)/site/set/confirm", "PRESS")
                let kept = try await hub.client("mosquitto_sub \(hub.tls("panel")) -C 1 -t '\(Self.shown)/site/state'")
                return kept.text.contains("no reading is held")
            }
        }
    }

    private func publish(_ hub: Hub, _ topic: String, _ text: String) async throws {
        let run = try await hub.client("mosquitto_pub \(hub.tls("panel")) -q 1 -t '\(topic)' -m \(text)")
        #expect(run.exit == .code(0) && !run.text.contains("Not authorized"), "\(topic): \(run.text)")
    }

    private func onlyItsTopicsAreOpen(_ hub: Hub) async throws {
        for (name, topic) in [
            ("panel", "\(Self.devices)/x/config"), ("panel", "\(Self.shown)/site/state"),
            ("panel", "homeassistant/sensor/x/config"), ("panel", "vitalbus/home/other/site/set/confirm"),
            ("house", "homeassistant/status"), ("house", "\(Self.shown)/site/set/confirm"),
        ] {
            let run = try await hub.client("mosquitto_pub \(hub.tls(name)) -q 1 -t '\(topic)' -m x")
            #expect(run.text.contains("failed: Not authorized"), "\(name) \(topic): \(run.text)")
        }
        let other = try await hub.client(
            "mosquitto_sub \(hub.tls("house")) -W 1 -v -t 'homeassistant/#' -t '\(Self.shown)/#'"
        )
        #expect(!other.text.contains("/config") && !other.text.contains("/state"), "\(other.text)")
    }

    @Test func peopleMayWhatTheirRoleMay() async throws {
        try await with { hub in
            _ = try await hub.command(["access", "set", "--port", "\(hub.port)"])
            for role in ["caregiver", "viewer"] {
                let place = "\(hub.folder.path)/\(role)"
                let run = try await hub.command(["user", "add", role, "--role", role, "--out", place])
                #expect(run.exit == .code(0) && !run.text.contains("password (shown"), "\(run.text)")
            }
            func run(_ role: String, _ line: String) async throws -> (exit: ChildExit, text: String) {
                let program = "\(ProgramFolder.path)/vitalbus"
                return try await hub.client(
                    "sh -c 'cd \(hub.folder.path)/\(role) && \(program) \(line) --config vitalbus.yaml'"
                )
            }
            try await eventually("the accounts") { try await run("viewer", "status").exit == .code(0) }
            try await value(hub, seat: "bed-a", "pulse=64")
            let list = try await run("caregiver", "record list --seat bed-a")
            #expect(list.exit == .code(0) && list.text.contains("64"), "\(list.text)")
            #expect(try await run("caregiver", "record add --seat bed-a --type biometrics pulse=66").exit == .code(0))
            for (role, line) in [
                ("caregiver", "session end --seat bed-a --yes"), ("viewer", "record list --seat bed-a"),
                ("viewer", "record add --seat bed-a --type biometrics pulse=66"), ("viewer", "held"),
            ] {
                let refused = try await run(role, line)
                #expect(
                    refused.exit == .code(77) && refused.text.contains("has no right to '"),
                    "\(role) \(line): \(refused)"
                )
            }
        }
    }

    @Test func whatCannotBeIsRefusedWithOneWord() async throws {
        let state = ShortPath.make("vba")
        defer { try? FileManager.default.removeItem(atPath: state) }
        // The usual one may belong to another hub on this machine.
        let port = ["access", "set", "--port", "\(try FreePort.take())", "--state", state]
        #expect(try await ProgramRun("vitalbus", port).exit == .code(0))
        for (arguments, words) in [
            (["integration", "add", "Bad Name"], "is not a valid id"),
            (["integration", "add", "cli"], "is reserved for VitalBus"),
            (["integration", "add", "x", "--hub", "nowhere"], "there is no hub 'nowhere': hub-1"),
            (["integration", "add", "x", "--values", "nobody"], "there is no seat 'nobody': hub-1"),
            (["access", "set", "--plain-port", "1883", "--plain-address", "0.0.0.0"], "without TLS"),
            (["access", "set", "--address", "no address"], "neither a host name"),
        ] {
            let run = try await ProgramRun("vitalbus", arguments + ["--state", state])
            #expect(
                run.exit == .code(65) && run.lines.count == 1 && run.text.contains(words),
                "\(arguments) \(run.text)"
            )
        }
        let first = try await ProgramRun("vitalbus", ["integration", "add", "x", "--state", state])
        #expect(first.exit == .code(0) && first.text.contains("password (shown this once): "), "\(first.text)")
        let password = try #require(first.text.firstMatch(of: /this once\): (\S+)/)).1
        let unknown = try await ProgramRun("vitalbus", ["integration", "remove", "nobody", "--state", state])
        #expect(unknown.exit == .code(65) && unknown.text.contains("unknown account"), "\(unknown.text)")
        let second = try await ProgramRun("vitalbus", ["user", "add", "x", "--role", "viewer", "--state", state])
        #expect(second.exit == .code(65) && second.text.contains("'x (integration)' already"), "\(second.text)")
        #expect(!FileManager.default.fileExists(atPath: "x.vitalbus"))
        let kept = try FileManager.default.subpathsOfDirectory(atPath: state).filter { $0.hasSuffix(".json") }
        for file in kept {
            #expect(try !String(contentsOfFile: "\(state)/\(file)", encoding: .utf8).contains(password))
        }
    }
}
