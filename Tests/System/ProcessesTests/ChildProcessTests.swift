import Foundation
import Processes
import TestSupport
import Testing

@Suite struct ChildProcessTests {
    @Test func tellsExitCodeAndLines() async throws {
        let child = try await ChildProcess.start(
            ChildCommand("/bin/sh", arguments: ["-c", "echo one; echo two >&2; printf three; exit 7"], output: .lines)
        )
        var lines: [String] = []
        for await line in child.lines { lines.append(line) }
        #expect(await child.waitUntilExit() == .code(7))
        #expect(lines == ["one", "two", "three"])
        #expect(child.exit == .code(7))
    }

    @Test func changesTheEnvironment() async throws {
        let child = try await ChildProcess.start(
            ChildCommand(
                "sh",
                arguments: ["-c", "echo \"${VB_ADDED}-${HOME:-none}\""],
                environment: ["VB_ADDED": "yes", "HOME": nil],
                output: .lines
            )
        )
        #expect(await child.lines.first { _ in true } == "yes-none")
        await child.stop()
    }

    @Test func stopsWithTermAndThenWithKill() async throws {
        let polite = try await ChildProcess.start(ChildCommand("sleep", arguments: ["60"]))
        #expect(polite.exit == nil)
        #expect(await polite.stop() == .signal(SIGTERM))
        let script = "trap '' TERM; echo ready; while :; do sleep 0.05; done"
        let stubborn = try await ChildProcess.start(
            ChildCommand("/bin/sh", arguments: ["-c", script], output: .lines, stopTimeout: .milliseconds(200))
        )
        #expect(await stubborn.lines.first { _ in true } == "ready")
        #expect(await stubborn.stop() == .signal(SIGKILL))
    }

    @Test func isKilled() async throws {
        let child = try await ChildProcess.start(ChildCommand("sleep", arguments: ["60"]))
        #expect(await child.kill() == .signal(SIGKILL))
        #expect(await child.stop() == .signal(SIGKILL))
    }

    @Test func writesAndAppendsToALogFile() async throws {
        let path = FileManager.default.temporaryDirectory.path + "/vb-log-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        for word in ["first", "second"] {
            let child = try await ChildProcess.start(ChildCommand("echo", arguments: [word], output: .file(path)))
            #expect(await child.waitUntilExit().isSuccess)
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "first\nsecond\n")
    }

    @Test func namesAnExecutableThatIsMissing() async throws {
        let error = await #expect(throws: ProcessError.self) {
            _ = try await ChildProcess.start(ChildCommand("/nonexistent/vitalbus-thing"))
        }
        #expect(error?.code == .notStarted)
        #expect(error?.message.contains("/nonexistent/vitalbus-thing") == true)
    }

    @Test func stopsTheChildOfADroppedReference() async throws {
        var child: ChildProcess? = try await ChildProcess.start(ChildCommand("sleep", arguments: ["60"]))
        let processID = try #require(child?.processID)
        child = nil
        try await eventually("the child is gone") { kill(processID, 0) == -1 }
    }
}
