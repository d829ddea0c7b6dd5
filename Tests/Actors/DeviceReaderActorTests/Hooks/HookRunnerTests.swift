import Foundation
import Logging
import TestSupport
import Testing

@testable import DeviceReaderActor

@Suite struct HookRunnerTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var log: URL { folder.url.appending(path: "log") }

    /// A script that appends its variables and arguments to the log.
    private func script(_ body: String = "") throws -> String {
        let path = folder.url.appending(path: "hook.sh")
        let text = """
            #!/bin/sh
            \(body)
            echo "$VITALBUS_EVENT $VITALBUS_HUB $VITALBUS_PERIPHERAL_ID ${VITALBUS_SEAT-none} ${VITALBUS_REASON-none} $1" >> '\(log.path)'
            """
        try Data(text.utf8).write(to: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path.path)
        return path.path
    }

    private func runner(_ command: [String], longest: Duration = .seconds(60)) -> HookRunner {
        HookRunner(
            [.read: command, .failed: command],
            hub: "room-1",
            logger: Logger(label: "test"),
            longest: longest
        )
    }

    /// Runs the hooks until this many have ended, successfully or not.
    private func counters(of runner: HookRunner, after ended: Int64) async throws -> [String: Int64] {
        let running = Task { await runner.run() }
        defer { running.cancel() }
        while true {
            let counters = await runner.counters
            if counters["hooksRun", default: 0] + counters["hooksFailed", default: 0] >= ended { return counters }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    private func lines() throws -> [String] {
        try String(contentsOf: log, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test func theProcesssOwnVariablesAreNotInherited() {
        let environment = ["VITALBUS_MQTT_PASSWORD": "x", "PATH": "y", "CREDENTIALS_DIRECTORY": "z"]
        #expect(HookRunner.hidden(in: environment) == ["CREDENTIALS_DIRECTORY", "VITALBUS_MQTT_PASSWORD"])
    }

    @Test func aCommandGetsWhatHappened() async throws {
        let runner = runner([try script(), "loud"])
        await runner.offer(HookCall(event: .ready, peripheralID: 1))
        await runner.offer(HookCall(event: .read, peripheralID: 3000, seat: "bed-1"))
        await runner.offer(HookCall(event: .failed, peripheralID: 3000, reason: "noReading"))
        #expect(try await counters(of: runner, after: 2) == ["hooksRun": 2])
        #expect(
            try lines() == ["read room-1 3000 bed-1 none loud", "failed room-1 3000 none noReading loud"]
        )
    }

    @Test func whatIsTooMuchIsDroppedOldestFirst() async throws {
        let runner = runner([try script()])
        for number in 0..<20 { await runner.offer(HookCall(event: .read, peripheralID: number)) }
        #expect(try await counters(of: runner, after: 8) == ["hooksRun": 8, "hooksDropped": 12])
        #expect(try lines().map { $0.split(separator: " ")[2] } == (12..<20).map { "\($0)" })
    }

    @Test func aCommandThatHangsIsEndedAndTheNextOneRuns() async throws {
        let hang = "if [ \"$VITALBUS_EVENT\" = failed ]; then exec sleep 1000; fi"
        let runner = runner([try script(hang)], longest: Patience.answer)
        await runner.offer(HookCall(event: .failed, peripheralID: 1))
        await runner.offer(HookCall(event: .read, peripheralID: 2))
        let counters = try await counters(of: runner, after: 2)
        #expect(counters["hooksFailed"] == 1)
        #expect(try lines().count == 1)
    }

    @Test func aCommandThatFailsOrIsNotThereIsCounted() async throws {
        let failing = runner([try script("exit 3")])
        await failing.offer(HookCall(event: .read, peripheralID: 1))
        #expect(try await counters(of: failing, after: 1) == ["hooksFailed": 1])
        let missing = runner([folder.url.appending(path: "nothing").path])
        await missing.offer(HookCall(event: .read, peripheralID: 1))
        #expect(try await counters(of: missing, after: 1) == ["hooksFailed": 1])
    }
}
