import Foundation
import HubRunner
import LoadFacts
import SimulatedHub

/// Readings committed to notifications: their processor time, against a C program that does only the steps.
struct LineRateFigure {
    /// Two uploaders with eight requests each.
    private static let settings = LineRun.Settings(uploaders: 2, concurrency: 8)
    private static let concurrency = 16
    /// What this process is called among those of the line: producer and counter.
    private static let producer = "producer"
    private static let server = "server"

    private struct Round {
        /// Readings a second of the clock.
        let steady: Double
        let count: Double
        /// Seconds of processor time by process, the simulated server's too.
        let used: [String: Double]
        let measured: LineFloor
        let fifty: LineFloor

        /// Readings a second of processor time, the server's not counted.
        var rate: Double { count / used.filter { $0.key != LineRateFigure.server }.values.reduce(0, +) }
    }

    private let effort: Effort

    init(_ effort: Effort) {
        self.effort = effort
    }

    /// Measures rounds of line and C line, one after the other.
    func measure() async throws -> [FigureLine] {
        let (rounds, count) = (effort.pick(5, quick: 1), effort.pick(3_000, quick: 300))
        let results = try await LineRun.with(Self.settings) { line in
            _ = try await line.carry(count / 4)
            var results: [Round] = []
            for _ in 0..<rounds { results.append(try await round(line, count)) }
            return results
        }
        return [
            self.line("line-rate", results, \.measured, "the group sizes of ours"),
            self.line("line-rate.fifty", results, \.fifty, "groups of 50"),
        ]
    }

    private func round(_ line: LineRun, _ count: Int) async throws -> Round {
        let before = try await used(line)
        let times = try await line.carry(count)
        let after = try await used(line)
        func floor(_ groups: LineGroups) async throws -> LineFloor {
            try await LineFloor.run(count, groups, parallel: Self.concurrency, to: line.server)
        }
        return Round(
            steady: SteadyRate.of(times),
            count: Double(count),
            used: after.merging(before) { $0 - $1 },
            measured: try await floor(.measured),
            fifty: try await floor(.fifty)
        )
    }

    /// Seconds of processor time so far, all uploaders as one.
    private func used(_ line: LineRun) async throws -> [String: Double] {
        let facts = try HubProcesses(line.plan) { $0.phase == .site }.facts()
        var used: [String: Double] = [:]
        for (name, facts) in facts {
            let kind = name.hasPrefix("uploader") ? "uploaders" : name
            used[kind, default: 0] += facts.processorSeconds
        }
        used[Self.producer] = try ProcessFacts(getpid()).processorSeconds
        used[Self.server] = try ProcessFacts(line.serverID).processorSeconds
        return used
    }

    private func line(
        _ name: String,
        _ rounds: [Round],
        _ floor: KeyPath<Round, LineFloor>,
        _ groups: String
    ) -> FigureLine {
        FigureLine(
            name,
            unit: "readings/s of processor time",
            values: rounds.map(\.rate),
            limits: rounds.map { $0[keyPath: floor].rate },
            limitIs: "peer: a C program that does only the steps, with SQLite, Mosquitto and libcurl, \(groups)",
            goal: .atLeast(0.4),
            details: details(rounds, floor)
        )
    }

    /// Readings a second of the clock, and microseconds of processor time a reading by process.
    private func details(_ rounds: [Round], _ floor: KeyPath<Round, LineFloor>) -> [String: Double] {
        func median(_ value: (Round) -> Double) -> Double { Statistics.median(rounds.map(value)) }
        func peer(_ seconds: KeyPath<LineFloor, Double>) -> Double {
            median { $0[keyPath: floor][keyPath: seconds] / $0.count * 1e6 }
        }
        var all = [
            "recordsPerSecond": median(\.steady),
            "recordsPerSecondOfPeer": median { $0.count / $0[keyPath: floor].wallSeconds },
            "readingsPerRound": rounds.first?.count ?? 0, "concurrency": Double(Self.concurrency),
            "µs": median { 1e6 / $0.rate }, "µs.peer": median { 1e6 / $0[keyPath: floor].rate },
            "µs.peer.producer": peer(\.producerSeconds), "µs.peer.session-manager": peer(\.ownerSeconds),
            "µs.peer.uploaders": peer(\.uploaderSeconds), "µs.peer.broker": peer(\.brokerSeconds),
        ]
        for name in (rounds.first?.used ?? [:]).keys {
            all["µs.\(name)"] = median { ($0.used[name] ?? 0) / $0.count * 1e6 }
        }
        return all
    }
}
