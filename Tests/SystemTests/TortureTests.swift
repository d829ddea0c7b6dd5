import Foundation
import HubRunner
import Processes
import TestSupport
import Testing

/// The torture program: a short run for each guaranteed server, counted at its end.
@Suite(.serialized) struct TortureTests {
    private struct Line: Decodable {
        let kills: Int
        let committed: Int
        let atServer: Int
        let lost: Int
        let duplicates: Int
        let resent: Int
        let portals: Int
        let unpaused: Int
        let recoverySecondsP50: Double
        let recoverySecondsP99: Double
    }

    @Test func aShortRunLosesAndDoublesNothing() async throws {
        let record = ShortPath.make("vbt") + ".json"
        let child = try await ChildProcess.start(
            ChildCommand(
                "\(ProgramFolder.path)/vitalbus-torture",
                arguments: ["--kills", "9", "--seed", "4", "--record", record],
                output: .lines
            )
        )
        var lines: [String] = []
        for await text in child.lines { lines.append(text) }
        let all = lines.joined(separator: "\n")
        #expect(await child.waitUntilExit() == .code(0), "\(all)")
        let last = try #require(lines.last { $0.hasPrefix("{") })
        let line = try JSONDecoder().decode(Line.self, from: Data(last.utf8))
        #expect(line.kills == 9 && line.committed > 0 && line.atServer == line.committed)
        #expect(line.lost == 0 && line.duplicates == 0)
        #expect(line.portals == 3 && line.unpaused == 0, "one in each round, and each paused the destination")
        #expect(!FileManager.default.fileExists(atPath: record), "a run that is over has nothing to resume")
    }

    @Test func whatIsAskedForWronglyIsNamed() async throws {
        let run = try await ProgramRun("vitalbus-torture", ["--kills", "0"])
        #expect(run.exit == .code(64))
        #expect(run.text.contains("--kills"))
    }
}
