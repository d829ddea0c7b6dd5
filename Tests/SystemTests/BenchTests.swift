import Foundation
import HubRunner
import Processes
import Testing

/// Checks that the benchmark's program measures, not how fast anything is.
@Suite struct BenchTests {
    private struct Line: Decodable {
        let figure: String
        let value: Double
        let unit: String
        let limit: Double
        let limitIs: String
        let ratio: Double
        let goal: String
        let met: Bool
        let rounds: Int
        let spread: [Double]
    }

    @Test func printsOneWholeLinePerFigure() async throws {
        let child = try await ChildProcess.start(
            ChildCommand(
                "\(ProgramFolder.path)/vitalbus-bench",
                arguments: ["measure", "request-reply", "--quick"],
                output: .lines
            )
        )
        var lines: [Line] = []
        for await text in child.lines where text.hasPrefix("{") {
            lines.append(try JSONDecoder().decode(Line.self, from: Data(text.utf8)))
        }
        #expect(await child.waitUntilExit() == .code(0))
        #expect(lines.map(\.figure) == ["request-reply.p50", "request-reply.p99"])
        for line in lines {
            #expect(line.value > 0 && line.limit > 0 && line.ratio > 0 && line.rounds > 0)
            #expect(line.spread.count == 2 && !line.unit.isEmpty && line.limitIs.hasPrefix("peer"))
            #expect(line.goal.hasPrefix("ratio"))
        }
    }
}
