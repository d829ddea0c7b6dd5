import Foundation
import HubRunner
import Processes
import SimulatedHub
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Musl
#endif

/// A hub that uses the user's own Mosquitto, configured by `vitalbus site export`.
@Suite(.serialized) struct ExportLineTests {
    private func port() throws -> Int {
        let socket = try ListeningSocket()
        defer { socket.close() }
        return socket.port
    }

    /// Starts the broker with the exported file alone, as its owner would, plus a user if this runs as root.
    private func broker(_ folder: String) async throws -> ChildProcess {
        let file = "\(folder)/mosquitto.conf"
        if geteuid() == 0 {
            let text = try String(contentsOfFile: file, encoding: .utf8)
            try Data("user root\n\(text)".utf8).write(to: URL(filePath: file))
        }
        return try await ChildProcess.start(
            ChildCommand(
                "sh",
                arguments: ["-c", "PATH=$PATH:/usr/sbin exec mosquitto -c \(file)"],
                output: .file("\(folder)/log")
            )
        )
    }

    /// Whether the broker allowed a client's action.
    private func isAllowed(_ line: String) async throws -> Bool {
        let child = try await ChildProcess.start(
            ChildCommand("sh", arguments: ["-c", "timeout 120 \(line) 2>&1"], output: .lines, stopTimeout: .seconds(1))
        )
        var words = ""
        for await text in child.lines { words += text }
        return await child.waitUntilExit() == .code(0) && !words.contains("ot authorized") && !words.contains("denied")
    }

    @Test func aHubWorksAtAMosquittoOfOnesOwn() async throws {
        try await Simulators.with { folder, simulators in
            let cloud = try await simulators.startServer(faults: "[]")
            let (place, state, number) = ("\(folder.path)/export", "\(folder.path)/own", try port())
            let export = try await ProgramRun(
                "vitalbus",
                [
                    "site", "export", "mosquitto", place, "--port", "\(number)", "--hub", "room-2", "--integration",
                    "house", "--state", state,
                ]
            )
            #expect(export.exit == .code(0), "\(export.text)")
            for file in ["dynamic-security.json", "passwords/house", "passwords/hub-1.vitalbus"] {
                let facts = try FileManager.default.attributesOfItem(atPath: "\(place)/\(file)")
                #expect((facts[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(file)")
            }
            let broker = try await broker(place)
            let hub = try await ProgramRun.start(
                "vitalbus",
                [
                    "up", "--no-table", "--state", state, "--config", "\(place)/hub-1.yaml", "--radio", "none",
                    "--inform-url", cloud,
                ]
            )
            let online = Task {
                for await line in hub.lines where line.contains("session-manager is online") { return true }
                return false
            }
            #expect(await online.value)
            try await works(state: state)
            try await refuses(place, port: number)
            hub.send(SIGINT)
            #expect(await hub.waitUntilExit() == .code(0))
            await broker.stop()
        }
    }

    private func works(state: String) async throws {
        let start = try await ProgramRun(
            "vitalbus",
            ["session", "start", "--seat", "hub-1", "--user", LineSetup.person.user, "--organization"]
                + [LineSetup.organization, "--force", "--state", state, "--token-file", try token(state)]
        )
        #expect(start.exit == .code(0), "\(start.text)")
        let add = ["record", "add", "--seat", "hub-1", "--type", "biometrics", "pulse=64", "--state", state]
        let record = try await ProgramRun("vitalbus", add)
        #expect(record.exit == .code(0) && record.text.contains("accepted"), "\(record.text)")
    }

    private func token(_ state: String) throws -> String {
        let file = "\(state)/token"
        _ = FileManager.default.createFile(
            atPath: file,
            contents: Data(LineSetup.person.token.utf8),
            attributes: [.posixPermissions: 0o600]
        )
        return file
    }

    private func refuses(_ place: String, port: Int) async throws {
        func account(_ name: String, _ file: String) throws -> String {
            let password = try String(contentsOfFile: "\(place)/passwords/\(file)", encoding: .utf8)
            return "-h 127.0.0.1 -p \(port) -V 5 -q 1 -u \(name) -P \(password)"
        }
        let root = "vitalbus/v1/home"
        let house = try account("house", "house")
        #expect(try await isAllowed("mosquitto_sub \(house) -E -t '\(root)/+/event/recordSubmitted'"))
        #expect(try await !isAllowed("mosquitto_pub \(house) -t '\(root)/hub-1/event/recordSubmitted' -m x"))
        let reader = try account("room-2.device-reader.main", "room-2.device-reader")
        #expect(try await isAllowed("mosquitto_pub \(reader) -t '\(root)/room-2/event/passiveDidRead' -m x"))
        #expect(try await !isAllowed("mosquitto_pub \(reader) -t '\(root)/hub-1/event/passiveDidRead' -m x"))
        let stranger = "-h 127.0.0.1 -p \(port) -V 5 -u stranger -P x"
        #expect(try await !isAllowed("mosquitto_pub \(stranger) -t x -m x"))
    }
}
