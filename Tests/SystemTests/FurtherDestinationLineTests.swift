import BusContract
import ContractLiterals
import Foundation
import MessageBus
import Processes
import SimulatedHub
import Testing

/// A session's records at two destinations, the cloud service and files, while processes are killed and one of them is
/// down.
@Suite(.serialized) struct FurtherDestinationLineTests {
    /// A line of a file, with the fields that the tests check.
    private struct Line: Decodable {
        let logID: String
        let revision: Int
    }

    /// Runs a line with a session that names both destinations.
    private func running(_ body: @Sendable @escaping (RunningLine, _ files: String) async throws -> Void) async throws {
        let files = FileManager.default.temporaryDirectory.appending(path: "vb-files-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: files) }
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        settings.configuration["uploader"] = ["pull.interval": "500ms", "destination.file.directory": files]
        try await RunningLine.with(settings) { line in
            let token = try line.folder.write("token", text: LineSetup.person.token)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: token)
            let run = try await ProgramRun(
                "vitalbus",
                [
                    "session", "start", "--state", line.folder.state, "--seat", LineSetup.seat, "--user",
                    LineSetup.person.user, "--organization", LineSetup.organization, "--also", "file",
                    "--token-file", token,
                ]
            )
            #expect(run.exit == .code(0) && run.text.contains("also to file"), "\(run.text)")
            try await body(line, files)
        }
    }

    private static func lines(_ folder: String) throws -> [Line] {
        let names =
            FileManager.default.fileExists(atPath: folder)
            ? try FileManager.default.contentsOfDirectory(atPath: folder) : []
        return try names.filter { $0.hasSuffix(".ndjson") }.flatMap { name in
            try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).split(separator: "\n").map {
                try JSONDecoder().decode(Line.self, from: Data($0.utf8))
            }
        }
    }

    private static func told(_ line: RunningLine) async throws -> [String: [String]] {
        struct Told: Decodable {
            let record: Record
            let destination: String
            struct Record: Decodable { let logID: String }
        }
        let all = try await line.told("recordSubmitted").map {
            try JSONDecoder().decode(Told.self, from: Data($0.data.utf8))
        }
        return Dictionary(grouping: all, by: \.destination).mapValues { $0.map(\.record.logID) }
    }

    @Test func bothGetEachRecordOnceWhateverIsKilled() async throws {
        try await running { line, files in
            for round in 0..<4 {
                try await line.submit((4 * round + 1)...(4 * round + 4))
                try await line.kill(round.isMultiple(of: 2) ? "uploader-u1" : "session-manager")
            }
            try await line.wait("all is told of both") {
                let told = try await Self.told(line)
                return told["inform"]?.count == 16 && told["file"]?.count == 16
            }
            let told = try await Self.told(line)
            #expect(Set(told["inform"] ?? []) == Set(told["file"] ?? []), "under the same log ids")
            let summary = try await line.summary()
            #expect(summary.accepted == 16 && summary.duplicates == 0)
            let lines = try Self.lines(files)
            #expect(lines.count == 16 && Set(lines.map(\.logID)) == Set(told["file"] ?? []))
        }
    }

    @Test func oneThatIsDownHoldsUpNeitherTheOtherNorItsLiveReadings() async throws {
        try await running { line, files in
            try await line.cloud.setFaults(#"[{"kind":"status","status":503,"method":"POST"}]"#)
            try await line.submit(1...6)
            try await line.wait("the files") { try Self.lines(files).count == 6 }
            #expect(try await line.summary().accepted == 0)
            try await line.cloud.setFaults("[]")
            try await line.waitForAccepted(6)
            try await line.wait("all is told of both") {
                let told = try await Self.told(line)
                return told["inform"]?.count == 6 && told["file"]?.count == 6
            }
            #expect(try Self.lines(files).count == 6)
            try await EventWatch.with(line, [SessionEvents.destinationEnded.descriptor], hub: BusAddress.siteHub) {
                watch in
                let session = try await line.endSession()
                let ended = try await watch.first(SessionEvents.destinationEnded)
                #expect(ended.sessionID == session.id && ended.reason == "requested")
                #expect(ended.destination == "file" && ended.unsyncedRecords == 0)
            }
        }
    }
}
