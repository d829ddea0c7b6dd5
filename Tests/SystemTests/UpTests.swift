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

/// The built `vitalbus init` and `vitalbus up`: errors are reported before anything starts, and a hub can be started
/// again.
@Suite(.serialized) struct UpTests {
    private func withState(_ body: (String) async throws -> Void) async throws {
        let state = ShortPath.make("vbu")
        defer { try? FileManager.default.removeItem(atPath: state) }
        try await body(state)
    }

    /// Runs a hub until a line appears, ends it as Ctrl-C does, and returns the whole output.
    private func up(_ arguments: [String], until line: String) async throws -> ProgramEnd {
        let child = try await ProgramRun.start("vitalbus", ["up", "--no-table"] + arguments)
        let limit = Task {
            try await Patience.end(ofProgressOf: child.processID)
            await child.kill()
        }
        defer { limit.cancel() }
        var lines: [String] = []
        for await text in child.lines {
            lines.append(text)
            if text.contains(line) { child.send(SIGINT) }
        }
        return ProgramEnd(exit: await child.waitUntilExit(), lines: lines)
    }

    private struct ProgramEnd {
        let exit: ChildExit
        let lines: [String]
        var text: String { lines.joined(separator: "\n") }
    }

    @Test func aBadURLIsRefusedBeforeAnythingStarts() async throws {
        try await withState { state in
            let flag = try await ProgramRun("vitalbus", ["up", "--state", state, "--inform-url", "api.example.org"])
            #expect(flag.exit == .code(64))
            #expect(flag.text.contains("--inform-url") && flag.text.contains("https://api.example.org"), "\(flag.text)")
            #expect(!FileManager.default.fileExists(atPath: state), "nothing was started or kept")
        }
    }

    @Test(arguments: [
        ("uploader:\n  destination.inform.base-url: http://api.example.org\n", "personal data needs https"),
        ("session-manager:\n  lease: 5000s\n", "lease"),
        ("device-reader:\n  passive.perpherals: [3000]\n", "did you mean"),
    ])
    func aBadFileIsOneClearErrorBeforeAnythingStarts(text: String, words: String) async throws {
        try await withState { state in
            try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
            let file = "\(state)/hub.yaml"
            try Data(text.utf8).write(to: URL(filePath: file))
            let run = try await ProgramRun("vitalbus", ["up", "--state", state, "--config", file])
            #expect(run.exit == .code(78))
            #expect(run.lines.count == 1 && run.text.contains(words), "\(run.text)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: state) == ["hub.yaml"])
        }
    }

    private static let flags = ["--seat", "bed-a", "--inform-url", "http://127.0.0.1:9", "--radio", "none"]

    /// The hub's processes and broker, found by their command lines.
    private func processes(of state: String) -> [RunningProcess] {
        RunningProcess.others.filter { process in
            process.arguments.contains { $0.contains("\(state)/") || $0.hasSuffix(state) }
        }
    }

    @Test func aHubThatIsKilledInItsStartIsNotInTheWayOfTheNext() async throws {
        try await withState { state in
            let place = ["--state", state]
            for milliseconds in [20, 60, 120, 200, 300, 450, 700, 1_200] {
                let child = try await ProgramRun.start("vitalbus", ["up", "--no-table"] + place + Self.flags)
                try await Task.sleep(for: .milliseconds(milliseconds))
                await child.kill()
            }
            let last = try await up(place + Self.flags, until: "session-manager is online")
            #expect(last.exit == .code(0), "\(last.text)")
            #expect(!last.text.contains("ended with"), "\(last.text)")
            #expect(processes(of: state).isEmpty)
        }
    }

    @Test func aProcessThatStandsStillIsNotInTheWayOfTheNextHub() async throws {
        try await withState { state in
            let place = ["--state", state]
            let child = try await ProgramRun.start("vitalbus", ["up", "--no-table"] + place + Self.flags)
            for await line in child.lines where line.contains("session-manager is online") { break }
            let manager = try #require(
                processes(of: state).first { $0.arguments.first?.hasSuffix("session-manager") == true }
            )
            try await halt(manager.processID)
            await child.kill()
            let next = try await up(place + Self.flags, until: "session-manager is online")
            #expect(next.exit == .code(0), "\(next.text)")
            #expect(processes(of: state).isEmpty)
        }
    }

    @Test func aSecondStartGoesOnWhereTheFirstOneStopped() async throws {
        try await withState { state in
            let place = ["--state", state]
            let flags = ["--seat", "bed-a", "--seat", "bed-b", "--inform-url", "http://127.0.0.1:9", "--radio", "none"]
            let first = try await up(place + flags, until: "session-manager is online")
            #expect(first.exit == .code(0), "\(first.text)")
            #expect(first.lines.contains { $0.hasSuffix("doctor --state \(state)") }, "\(first.text)")
            #expect(first.lines.contains { $0.hasPrefix("this run: 0 read") }, "\(first.text)")
            #expect(!first.text.contains("ble-scanner") && !first.text.contains("device-reader"), "\(first.text)")
            let second = try await up(place, until: "session-manager is online")
            let resumed = "--seat bed-a --seat bed-b --inform-url http://127.0.0.1:9 --radio none"
            #expect(second.text.contains("using \(resumed) from the last start;"), "\(second.text)")
            #expect(second.exit == .code(0))
            let facts = try FileManager.default.attributesOfItem(atPath: "\(state)/settings.json")
            #expect((facts[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        }
    }

    @Test func aHubThatIsRefusedChangesNothingOfWhatTheNextOneGoesOnWith() async throws {
        try await HubFolder.with { hub in
            let page = "\(hub.plan.layout.state)/site.page.main"
            try FileManager.default.createDirectory(atPath: page, withIntermediateDirectories: true)
            try Data("http://127.0.0.1:8470/entry/x".utf8).write(to: URL(filePath: "\(page)/entry"))
            let run = try await ProgramRun("vitalbus", ["up", "--state", hub.plan.layout.state, "--seat", "other"])
            #expect(run.exit == .code(75), "\(run.text)")
            #expect(FileManager.default.fileExists(atPath: "\(page)/entry"), "its page is entered by it")
            #expect(!FileManager.default.fileExists(atPath: hub.plan.layout.settings))
        }
    }

    @Test func initWritesWhatUpTakes() async throws {
        try await withState { state in
            let flags = [
                "--site", "lindenhof", "--hub", "room-12", "--seat", "bed-a", "--seat", "bed-b", "--inform-url", "none",
                "--radio", "none", "--yes",
            ]
            let made = try await ProgramRun("vitalbus", ["init", "--state", state] + flags)
            #expect(made.exit == .code(0), "\(made.text)")
            for program in StartTests.programs {
                let check = try await ProgramRun(program, ["--check-config", "--config", "\(state)/vitalbus.yaml"])
                #expect(check.exit == .code(0), "\(check.text)")
            }
            let run = try await up(["--state", state], until: "session-manager is online")
            #expect(run.exit == .code(0), "\(run.text)")
            #expect(run.text.contains("configuration \(state)/vitalbus.yaml"), "\(run.text)")
            #expect(run.text.contains("no destination") && run.text.contains("--inform-url"), "\(run.text)")
            let doctor = try await ProgramRun("vitalbus", ["doctor", "--state", state])
            #expect(doctor.text.contains("radio: none, as configured"), "\(doctor.text)")
            #expect(doctor.text.contains("readings: held until"), "\(doctor.text)")
        }
    }
}
