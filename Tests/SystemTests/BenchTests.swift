import Foundation
import HubRunner
import Processes
import SimulatedHub
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

    @Test(arguments: [
        ("request-reply", ["request-reply.p50", "request-reply.p99"]),
        ("line-rate", ["line-rate", "line-rate.fifty"]),
    ])
    func printsOneWholeLinePerFigure(name: String, figures: [String]) async throws {
        let child = try await ChildProcess.start(
            ChildCommand(
                "\(ProgramFolder.path)/vitalbus-bench",
                arguments: ["measure", name, "--quick"],
                output: .lines
            )
        )
        var lines: [Line] = []
        for await text in child.lines where text.hasPrefix("{") {
            lines.append(try JSONDecoder().decode(Line.self, from: Data(text.utf8)))
        }
        #expect(await child.waitUntilExit() == .code(0))
        #expect(lines.map(\.figure) == figures)
        for line in lines {
            #expect(line.value > 0 && line.limit > 0 && line.ratio > 0 && line.rounds > 0)
            #expect(line.spread.count == 2 && !line.unit.isEmpty && line.limitIs.hasPrefix("peer"))
            #expect(line.goal.hasPrefix("ratio"))
        }
    }

    @Test("the C line fails where the server has fewer readings than it submitted", arguments: [false, true])
    func countsReadings(hasDouble: Bool) async throws {
        let people = [LineSetup.person]
        let exit = try await Simulators.with { folder, simulators in
            let server = try await simulators.startServer(faults: "[]", people: people)
            let numbers = hasDouble ? [1, 2, 2] : [1, 2, 3]
            let readings = try folder.write("readings", text: numbers.map { Self.post($0, to: server) }.joined())
            let state = "\(folder.path)/c"
            try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: false)
            let child = try await ChildProcess.start(
                ChildCommand(
                    "\(ProgramFolder.path)/vitalbus-bench-c-line",
                    arguments: [state, server, readings, "2", "2", "2", "2", "1.5", "2", "1"],
                    output: .lines
                )
            )
            return await child.waitUntilExit()
        }
        #expect(exit == .code(hasDouble ? 1 : 0))
    }

    /// A weighing as the C line reads it: URL, headers and body, with tabs between them.
    private static func post(_ number: Int, to server: String) -> String {
        let body = """
            {"end_time":"2026-08-06T07:06:40.000Z","log_id":"log-\(number)","metrics":[{"origin":"device",\
            "type":"body_weight","unit":"kg","value":80}],"offset_origin":"source","source":{"device":\
            {"id":null,"manufacturer":"Acme","model":"S 1"},"type":"bluetooth"},\
            "start_time":"2026-08-06T07:06:40.000Z","type":"measurement","utc_offset":0,"version":"1.0"}
            """
        let parts = [
            "\(server)/connect/provider/data/measurements", "Authorization: Bearer \(LineSetup.person.token)",
            "Content-Type: application/json", body,
        ]
        return parts.joined(separator: "\t") + "\n"
    }
}
