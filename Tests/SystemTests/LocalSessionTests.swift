import ContractLiterals
import Foundation
import Processes
import SimulatedHub
import Testing

/// A person who measures at home without an account, and gets one later.
@Suite(.serialized) struct LocalSessionTests {
    private func running(_ body: @Sendable @escaping (RunningLine) async throws -> Void) async throws {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        settings.configuration["uploader"] = ["pull.interval": "500ms"]
        try await RunningLine.with(settings, body)
    }

    private static func session(_ line: RunningLine, _ command: String, _ more: String...) async throws -> ProgramRun {
        try await ProgramRun(
            "vitalbus",
            ["session", command, "--state", line.folder.state, "--seat", LineSetup.seat] + more
        )
    }

    private static func submitted(_ line: RunningLine, at destination: String) async throws -> Set<String> {
        struct Told: Decodable {
            let record: Record
            let destination: String
            struct Record: Decodable { let logID: String }
        }
        let all = try await line.told("recordSubmitted").map {
            try JSONDecoder().decode(Told.self, from: Data($0.data.utf8))
        }.filter { $0.destination == destination }.map(\.record.logID)
        #expect(Set(all).count == all.count, "told once")
        return Set(all)
    }

    @Test func anAccountTakesAlongWhatWasMeasuredBeforeWhateverIsKilled() async throws {
        try await running { line in
            let taken = try await Self.session(line, "start")
            #expect(taken.exit == .code(65) && taken.text.contains("demo-user uses seat"), "\(taken.text)")
            _ = try await line.endSession()
            let local = try await Self.session(line, "start")
            #expect(local.exit == .code(0) && local.text.contains("user local-room-1"), "\(local.text)")
            try await line.submit(1...8)
            try await line.wait("the files") { try await Self.submitted(line, at: "file").count == 8 }
            #expect(try await line.summary().accepted == 0, "nothing left the site")
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(line.folder.state)/records").count == 1)

            let token = try line.folder.write("token", text: LineSetup.person.token)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: token)
            let account = ["--user", LineSetup.person.user, "--organization", LineSetup.organization]
            let arguments = account + ["--token-file", token, "--take-local"]
            let unasked = try await ProgramRun(
                "vitalbus",
                ["session", "start", "--state", line.folder.state, "--seat", LineSetup.seat] + arguments
            )
            #expect(unasked.exit == .code(65) && unasked.text.contains("--yes"), "\(unasked.text)")
            let start = try await ProgramRun(
                "vitalbus",
                ["session", "start", "--state", line.folder.state, "--seat", LineSetup.seat, "--yes"] + arguments
            )
            #expect(start.exit == .code(0), "\(start.text)")
            try await line.kill("session-manager")
            try await line.submit(9...10)
            try await line.kill("uploader-u1")
            try await line.wait("all records of both") { try await Self.submitted(line, at: "inform").count == 10 }
            let summary = try await line.summary()
            #expect(summary.accepted == 10 && summary.duplicates == 0)
            #expect(try await Self.submitted(line, at: "file").count == 8, "what came later is the account's alone")
        }
    }
}
