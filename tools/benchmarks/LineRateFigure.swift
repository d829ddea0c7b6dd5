import LoadFacts
import SimulatedHub

/// Readings committed to notifications, against the lower of what server and disk can take by themselves.
struct LineRateFigure {
    /// Two uploaders with eight requests each.
    private static let settings = LineRun.Settings(uploaders: 2, concurrency: 8)
    private static let concurrency = 16

    private struct Round {
        let line: Double
        let http: Double
        let rows: Double
        let commits: Double
    }

    private let effort: Effort

    init(_ effort: Effort) {
        self.effort = effort
    }

    /// Measures rounds of server, disk and line, one after the other.
    func measure() async throws -> [FigureLine] {
        let (rounds, count) = (effort.pick(5, quick: 1), effort.pick(3_000, quick: 300))
        let results = try await LineRun.with(Self.settings) { line in
            _ = try await line.carry(count / 4)
            var results: [Round] = []
            for _ in 0..<rounds { results.append(try await round(line, count)) }
            return results
        }
        return [
            FigureLine(
                "line-rate",
                unit: "records/s",
                values: results.map(\.line),
                limits: results.map { min($0.http, $0.rows) },
                limitIs: "peer: the lower of plain POSTs to the same server and plain group commits, same concurrency",
                goal: .atLeast(0.7),
                details: [
                    "plainPostsPerSecond": Statistics.median(results.map(\.http)),
                    "plainCommittedRowsPerSecond": Statistics.median(results.map(\.rows)),
                    "plainCommitsPerSecond": Statistics.median(results.map(\.commits)),
                    "readingsPerRound": Double(count), "concurrency": Double(Self.concurrency),
                ]
            )
        ]
    }

    private func round(_ line: LineRun, _ count: Int) async throws -> Round {
        let http = try await HTTPLoad(server: line.server, concurrency: Self.concurrency).rate(count)
        let commit = try await CommitLoad(concurrency: Self.concurrency).rate(count, in: line.folder.path)
        return Round(
            line: SteadyRate.of(try await line.carry(count)),
            http: http,
            rows: commit.rows,
            commits: commit.commits
        )
    }
}
