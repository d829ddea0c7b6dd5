import Foundation
import HubRunner
import LoadFacts
import SimulatedHub

/// Rate and memory of an import: from `export.zip` to the records that it has, beside two peers.
struct ImportFigure {
    /// Millions of bytes of XML a second of processor time.
    private static let rateGoal = 500.0
    private static let memoryGoal = 64.0

    private let effort: Effort

    init(_ effort: Effort) {
        self.effort = effort
    }

    /// Megabytes of XML a second of processor time, and memory at the peak, of one run each.
    private struct Round {
        let own: RunCost
        let peer: RunCost
        var slow: RunCost?
    }

    /// Measures importer and peers in turns.
    func measure() async throws -> [FigureLine] {
        let folder = try LineFolder(nil)
        defer { folder.remove() }
        let large = try await export(effort.pick(1_000, quick: 20), in: folder.path)
        var small: BenchExport?
        var peer: SlowPeer?
        do {
            peer = try await SlowPeer.install()
            // It takes half a minute for this much.
            small = try await BenchExport.make(megabytes: effort.pick(100, quick: 5), in: folder.path)
        } catch {
            FileHandle.standardError.line("skipped: import.healthkit-to-sqlite: \(error)")
        }
        var rounds: [Round] = []
        for number in 0..<effort.pick(5, quick: 1) {
            var round = Round(own: try await own(large), peer: try await sax(large))
            do {
                // Slow enough to distinguish two runs.
                if number < 2, let small { round.slow = try await peer?.run(small) }
            } catch {
                FileHandle.standardError.line("skipped: import.healthkit-to-sqlite: \(error)")
                peer = nil
                small = nil
            }
            rounds.append(round)
        }
        return lines(rounds, large, small)
    }

    private func export(_ megabytes: Int, in folder: String) async throws -> BenchExport {
        if let given = try BenchExport.given() { return given }
        return try await BenchExport.make(megabytes: megabytes, in: folder)
    }

    /// Inflating, reading, days, records: all but storing and sending.
    private func own(_ export: BenchExport) async throws -> RunCost {
        try await RunCost.of("\(ProgramFolder.path)/vitalbus", ["import", export.archive, "--dry-run", "--json"])
    }

    private func sax(_ export: BenchExport) async throws -> RunCost {
        try await RunCost.of("\(ProgramFolder.path)/vitalbus-bench-sax", [export.xml])
    }

    private func lines(_ rounds: [Round], _ large: BenchExport, _ small: BenchExport?) -> [FigureLine] {
        func rates(_ runs: [RunCost], _ export: BenchExport) -> [Double] {
            runs.map { export.megabytes / $0.processorSeconds }
        }
        let own = rates(rounds.map(\.own), large)
        let wall = Statistics.median(rounds.map { large.megabytes / $0.own.wallSeconds })
        var lines = [
            FigureLine(
                "import.rate",
                unit: "MB of XML/s of processor time",
                values: own,
                limits: own.map { _ in Self.rateGoal },
                limitIs: "goal: one core, from export.zip to records",
                goal: .atLeast(1),
                details: [
                    "megabytes": large.megabytes, "megabytesPerSecondOfClock": wall,
                    "skippedPeers": small == nil ? 1 : 0,
                ]
            ),
            FigureLine(
                "import.memory",
                unit: "MB",
                values: rounds.map(\.own.peakMegabytes),
                limits: rounds.map { _ in Self.memoryGoal },
                limitIs: "goal: resident at the peak, the programs' libraries included",
                goal: .atMost(1),
                details: ["megabytes": large.megabytes]
            ),
            FigureLine(
                "import.libxml2",
                unit: "MB of XML/s of processor time",
                values: own,
                limits: rates(rounds.map(\.peer), large),
                limitIs: "peer: a pass of libxml2's SAX2 in C over export.xml, which decodes nothing",
                goal: .atLeast(1),
                details: ["peakMemoryOfPeer": Statistics.median(rounds.map(\.peer.peakMegabytes))]
            ),
        ]
        let slow = rounds.compactMap(\.slow)
        guard let small, !slow.isEmpty else { return lines }
        lines.append(
            FigureLine(
                "import.healthkit-to-sqlite",
                unit: "MB of XML/s of processor time",
                values: Array(own.prefix(slow.count)),
                limits: rates(slow, small),
                limitIs: "peer: healthkit-to-sqlite 1.0.1 with a smaller export.zip",
                goal: .atLeast(1),
                details: [
                    "megabytesOfPeer": small.megabytes,
                    "peakMemoryOfPeer": Statistics.median(slow.map(\.peakMegabytes)),
                ]
            )
        )
        return lines
    }
}
