import Foundation
import HubRunner
import Processes

/// A site with a thousand hubs on this machine: how long a live reading takes, and whether the server's cost grows faster than the hubs.
struct ScaleFigure {
    /// The longest that one of a hundred readings may take, in ms.
    private static let goal = 1_000.0

    /// What `vitalbus-simulate` prints of a run.
    private struct Run: Decodable {
        struct Delays: Decodable {
            let p50: Double
            let p99: Double
            let max: Double
        }
        let hubs: Int
        let minutes: Double
        let readings: Int
        let delays: Delays
        let processorSeconds: [String: Double]
        let peakMB: [String: Double]

        private static let server = ["broker", "session-manager", "uploaders", "others"]

        /// Of the server's processes, for each hub: ms of a core a minute, and MB.
        var processorPerHub: Double { sum(processorSeconds) * 1_000 / minutes / Double(hubs) }
        var memoryPerHub: Double { sum(peakMB) / Double(hubs) }

        private func sum(_ values: [String: Double]) -> Double { Self.server.reduce(0) { $0 + (values[$1] ?? 0) } }
    }

    private let effort: Effort

    init(_ effort: Effort) {
        self.effort = effort
    }

    /// Measures a hundred hubs, then a thousand; the server has one core, hubs and cloud another.
    func measure() async throws -> [FigureLine] {
        let runs = try await simulate(effort.pick([100, 1_000], quick: [5, 10]))
        guard let small = runs.first, let large = runs.last, runs.count == 2 else {
            throw BenchError("vitalbus-simulate told \(runs.count) runs of 2")
        }
        let facts = ["hubs": Double(large.hubs), "readings": Double(large.readings)]
        let peer = "peer: the same with \(small.hubs) hubs"
        return [
            FigureLine(
                "scale.delay",
                unit: "ms",
                values: [large.delays.p99],
                limits: [Self.goal],
                limitIs: "goal: p99 from when a reading is due to recordSubmitted, the server on one core",
                goal: .atMost(1),
                details: facts.merging(["p50": large.delays.p50, "max": large.delays.max]) { $1 }
            ),
            FigureLine(
                "scale.processor",
                unit: "ms of a core a minute and hub",
                values: [large.processorPerHub],
                limits: [small.processorPerHub],
                limitIs: peer,
                goal: .atMost(1),
                details: facts.merging(large.processorSeconds) { $1 }
            ),
            FigureLine(
                "scale.memory",
                unit: "MB a hub",
                values: [large.memoryPerHub],
                limits: [small.memoryPerHub],
                limitIs: peer,
                goal: .atMost(1),
                details: facts.merging(large.peakMB) { $1 }
            ),
        ]
    }

    private func simulate(_ hubs: [Int]) async throws -> [Run] {
        let minutes = effort.pick("2", quick: "0.2")
        let rate = effort.pick("1/min", quick: "30/min")
        let numbers = hubs.map(String.init).joined(separator: ",")
        let cores = ProcessInfo.processInfo.activeProcessorCount > 1
        let child = try await ChildProcess.start(
            ChildCommand(
                "\(ProgramFolder.path)/vitalbus-simulate",
                arguments: ["--hubs", numbers, "--minutes", minutes, "--rate", rate]
                    + (cores ? ["--system-cores", "0", "--load-cores", "1"] : []),
                output: .lines
            )
        )
        var (runs, last) = ([Run](), "")
        for await line in child.lines {
            if line.hasPrefix("{") { runs.append(try JSONDecoder().decode(Run.self, from: Data(line.utf8))) }
            last = line
        }
        guard await child.waitUntilExit() == .code(0) else { throw BenchError("vitalbus-simulate failed: \(last)") }
        return runs
    }
}
