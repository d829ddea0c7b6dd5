import BusContract
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import Processes
import SimulatedHub
import TestSupport
import Testing

/// Sessions of two seats, which a person starts, ends and renews.
@Suite(.serialized) struct SessionStartTests {
    private static let second = "room-2"

    /// A line with two seats whose people's credentials the server has confirmed.
    private func withTwoSeats(_ body: @Sendable @escaping (RunningLine) async throws -> Void) async throws {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        settings.checksCredentials = true
        // The server answers late on purpose: a slow machine must have done the rest before the request is given up.
        (settings.leaseSeconds, settings.requestTimeout) = (12, "8s")
        settings.configuration["session-manager"] = ["seats": "\(LineSetup.seat),\(Self.second)"]
        settings.configuration["uploader"] = ["pull.interval": "500ms"]
        try await RunningLine.with(settings) { line in
            try await line.startSession(user: "second-user", seat: Self.second)
            try await line.wait("the confirmation") { try await line.states.sessionState().validated == "yes" }
            try await body(line)
        }
    }

    private static func arguments(_ line: RunningLine, _ command: String, _ more: [String] = []) -> [String] {
        ["session", command, "--state", line.folder.state, "--seat", LineSetup.seat] + more
    }

    private static var person: [String] {
        ["--user", LineSetup.person.user, "--organization", LineSetup.organization]
    }

    /// A file that only its owner may read.
    private static func secret(_ text: String, _ line: RunningLine) throws -> String {
        let path = "\(line.folder.state)/\(UUID().uuidString)"
        #expect(
            FileManager.default.createFile(
                atPath: path,
                contents: Data(text.utf8),
                attributes: [.posixPermissions: 0o600]
            )
        )
        return path
    }

    @Test func aMistypedTokenLeavesTheWorkingSessionAlone() async throws {
        try await withTwoSeats { line in
            let before = try await line.states.toldSession()
            let file = try Self.secret("demo-tokem", line)
            let run = try await ProgramRun(
                "vitalbus",
                Self.arguments(line, "start", Self.person + ["--token-file", file])
            )
            #expect(run.exit == .code(77), "\(run.text)")
            #expect(run.text.contains("rejects these credentials"), "\(run.text)")
            #expect(!run.text.contains("demo-tokem"))
            #expect(try await line.states.sessionState().sessionID == before)
            try await line.submit(1...1)
            try await line.waitForAccepted(1)
            #expect(try await line.told("sessionEnded").isEmpty)
            #expect(try await line.told("sessionStarted").count == 2)
        }
    }

    @Test func anUnreachableServerHoldsNoStartUp() async throws {
        try await withTwoSeats { line in
            try await line.cloud.setFaults(#"[{"kind":"captivePortal"}]"#)
            let file = try Self.secret("demo-token", line)
            var run = try await ProgramRun(
                "vitalbus",
                Self.arguments(line, "start", Self.person + ["--also", "file", "--token-file", file])
            )
            #expect(run.exit == .code(75) && run.text.contains("could not be checked"), "\(run.text)")
            // A person can be measured before the cloud knows them.
            run = try await ProgramRun(
                "vitalbus",
                Self.arguments(line, "start", Self.person + ["--also", "file", "--force", "--token-file", file])
            )
            #expect(run.exit == .code(0), "\(run.text)")
            #expect(run.text.contains("validated: pending"), "\(run.text)")
            try await line.cloud.setFaults("[]")
            try await line.wait("the confirmation") {
                let retry = try await ProgramRun("vitalbus", Self.arguments(line, "retry"))
                #expect(retry.exit == .code(0) || retry.exit == .code(75), "\(retry.text)")
                return retry.exit == .code(0)
            }
            // The state is published after the commit.
            try await line.wait("the session's state") { try await line.states.sessionState().validated == "yes" }
        }
    }

    @Test func whatARefusedSessionLeftGoesOnUnderTheNextOne() async throws {
        try await withTwoSeats { line in
            // The first record is at the server, but its answer does not come in time.
            try await line.cloud.setFaults(#"[{"kind":"stallAfter","method":"POST","count":1,"milliseconds":60000}]"#)
            try await line.submit(1...1)
            try await line.waitForAccepted(1)
            try await line.cloud.revoke(LineSetup.person.token)
            try await line.submit(2...3)
            try await line.wait("the end") { try await line.told("sessionEnded").count == 1 }
            let ended = try WireJSON.decode(
                SessionEnded.self,
                from: Array(try await line.told("sessionEnded")[0].data.utf8)
            )
            #expect(ended.reason == "unauthorized")
            #expect(try await line.unsynced(ended.sessionID).sorted() == ["unknown", "unsynced", "unsynced"])
            try await line.wait("the doctor's word") {
                let run = try await ProgramRun("vitalbus", ["doctor", "--state", line.folder.state])
                return run.text.contains("(unauthorized), 3 records unsynced")
                    && run.text.contains("vitalbus session start --seat \(LineSetup.seat)")
            }
            try await line.startSession(user: LineSetup.person.user)
            try await line.kill("session-manager")
            try await line.wait("all records") { try await Set(line.toldSubmitted()).count == 3 }
            #expect(try await line.unsynced(ended.sessionID).isEmpty)
            let summary = try await line.summary()
            #expect(summary.accepted == 3)
            #expect(summary.duplicates == 0)
        }
    }

    @Test func anEndWithWaitingRecordsHasToBeMeant() async throws {
        try await withTwoSeats { line in
            try await line.cloud.setFaults(#"[{"kind":"status","status":503}]"#)
            try await line.submit(1...2)
            let asked = try await ProgramRun("vitalbus", Self.arguments(line, "end"))
            #expect(asked.exit == .code(65), "\(asked.text)")
            #expect(asked.text.contains("--yes"), "\(asked.text)")
            #expect(try await line.told("sessionEnded").isEmpty)
            let meant = try await ProgramRun("vitalbus", Self.arguments(line, "end", ["--yes"]))
            #expect(meant.exit == .code(0), "\(meant.text)")
            #expect(meant.text.contains("2 records unsynced"), "\(meant.text)")
        }
    }

    @Test func aStartThatItsServersEndCutsOffIsToBeSentAgain() async throws {
        try await withTwoSeats { line in
            let before = try await line.states.toldSession()
            let asked = try await line.summary().requests
            try await line.cloud.setFaults(#"[{"kind":"stallBefore","milliseconds":20000}]"#)
            let person = LinePerson(seat: LineSetup.seat, user: LineSetup.person.user, token: "another-token")
            let body = try LineSetup.start(of: person, plan: line.plan)
            let requests = line.connection.requests
            let starting = Task {
                try await requests.call(
                    SessionOperations.startSession,
                    hub: BusAddress.siteHub,
                    body: body,
                    timeout: Patience.limit
                )
            }
            try await line.wait("the question about the credentials", during: starting) {
                try await line.summary().requests > asked
            }
            try await line.end("session-manager")
            let error = await #expect(throws: BusError.self) { _ = try await starting.value }
            #expect(error?.code == .draining && error?.isRetriable == true)
            try await line.cloud.setFaults("[]")
            try await line.states.waitForOnline("session-manager")
            #expect(try await line.states.sessionState().sessionID == before, "nothing was begun")
        }
    }

    /// On a pseudo-terminal: the prompt appears, the input is not shown, and one Enter ends it.
    @Test func aTypedTokenIsNotShown() async throws {
        try await withTwoSeats { line in
            let program = "\(ProgramFolder.path)/vitalbus"
            let run = try PythonRun(["-c", Self.terminal, program] + Self.arguments(line, "start", Self.person))
            #expect(run.code == 0, "\(run.text)")
            #expect(run.text.contains("Access token"))
            #expect(run.text.contains("validated: yes"), "\(run.text)")
            #expect(!run.text.contains("demo-token"), "what is typed is shown: \(run.text)")
        }
    }

    private static let terminal = """
        import os, pty, sys
        child, terminal = pty.fork()
        if child == 0:
            os.execv(sys.argv[1], sys.argv[1:])
        said, typed = b"", False
        while True:
            try:
                more = os.read(terminal, 4096)
            except OSError:
                break
            if not more:
                break
            said += more
            if not typed and b"Access token" in said:
                typed = True
                os.write(terminal, b"demo-tokenx\\x7f\\n")
        print(said.decode())
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        """

    @Test(.enabled(if: PythonRun.hasCryptography, "python3-cryptography is not installed"))
    func anotherLanguageStartsASession() async throws {
        try await withTwoSeats { line in
            let before = try await line.states.toldSession()
            let topic = try line.address("session-manager").topic("state/sealing")
            let file = "\(line.folder.state)/sealing.json"
            try Data(try await line.states.retained(topic)).write(to: URL(filePath: file))
            let script = PythonRun.root.appending(path: "tools/seal-token.py").path
            func request(_ token: String) throws -> String {
                let run = try PythonRun([script, file, "--seat", LineSetup.seat] + Self.person, input: "\(token)\n")
                #expect(run.code == 0, "\(run.text)")
                let body = "\(line.folder.state)/\(UUID().uuidString)"
                try Data(run.text.utf8).write(to: URL(filePath: body))
                return body
            }
            let call = ["call", "--state", line.folder.state, "session-manager", "startSession"]
            let refused = try await ProgramRun("vitalbus", call + [try request("another-token")])
            #expect(refused.text.contains(#""code":"unauthorized""#), "\(refused.text)")
            #expect(try await line.states.sessionState().sessionID == before)
            let started = try await ProgramRun("vitalbus", call + [try request(LineSetup.person.token)])
            #expect(started.exit == .code(0), "\(started.text)")
            #expect(started.text.contains(#""validated":"yes""#), "\(started.text)")
            try await line.submit(1...1)
            try await line.waitForAccepted(1)
        }
    }
}
