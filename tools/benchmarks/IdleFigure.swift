import Foundation
import HubRunner
import LoadFacts
import OperatorConnection
import Processes
import SimulatedHub

/// Memory and processor time of a whole idle hub.
struct IdleFigure {
    private static let memoryGoal = 60.0
    private static let processorGoal = 1.0

    private let effort: Effort

    init(_ effort: Effort) {
        self.effort = effort
    }

    /// Measures a hub with one uploader, with devices that do not measure.
    func measure() async throws -> [FigureLine] {
        lines(try await Simulators.with { folder, simulators in try await watch(folder, simulators) })
    }

    /// Memory in MB and processor use in percent of a core, by process and round.
    private func watch(_ folder: LineFolder, _ simulators: Simulators) async throws -> [[String: (Double, Double)]] {
        let server = try await simulators.startServer(faults: "[]")
        try await simulators.startDevices(scenario: #"{"seed":1,"devices":[]}"#)
        let plan = try LineSetup.plan(folder, server: server, bus: simulators.busAddress, uploaders: 1)
        let supervisor = HubSupervisor(plan)
        let result: Result<[[String: (Double, Double)]], any Error>
        do {
            try await supervisor.start()
            try await HubConnection.with(try HubRun.target(plan), patience: .seconds(15)) { connection in
                try await LineSetup.startSession(connection, plan: plan)
                try await LineSetup.setPassive(connection)
            }
            try await Task.sleep(for: effort.pick(.seconds(15), quick: .seconds(1)))
            var rounds: [[String: (Double, Double)]] = []
            for _ in 0..<effort.pick(3, quick: 1) { rounds.append(try await round(plan)) }
            result = .success(rounds)
        } catch {
            result = .failure(error)
        }
        await supervisor.stop()
        return try result.get()
    }

    private func round(_ plan: HubPlan) async throws -> [String: (Double, Double)] {
        let processes = try HubProcesses(plan)
        let before = try processes.facts()
        let start = ContinuousClock.now
        try await Task.sleep(for: effort.pick(.seconds(30), quick: .seconds(1)))
        let seconds = (ContinuousClock.now - start).inSeconds
        return try Dictionary(
            uniqueKeysWithValues: processes.facts().map { name, facts in
                let used = facts.processorSeconds - (before[name]?.processorSeconds ?? 0)
                return (name, (facts.share / 1_048_576, used / seconds * 100))
            }
        )
    }

    private func lines(_ rounds: [[String: (Double, Double)]]) -> [FigureLine] {
        let names = (rounds.first ?? [:]).keys.sorted()
        func details(_ pick: ((Double, Double)) -> Double) -> [String: Double] {
            var all = Dictionary(
                uniqueKeysWithValues: names.map { name in
                    (name, Statistics.median(rounds.compactMap { $0[name].map(pick) }))
                }
            )
            all["withoutBroker"] = Statistics.median(
                rounds.map { round in
                    round.filter { $0.key != HubProcesses.broker }.reduce(0) { $0 + pick($1.value) }
                }
            )
            return all
        }
        func sums(_ pick: ((Double, Double)) -> Double) -> [Double] {
            rounds.map { $0.values.reduce(0) { $0 + pick($1) } }
        }
        return [
            FigureLine(
                "idle.memory",
                unit: "MB",
                values: sums(\.0),
                limits: rounds.map { _ in Self.memoryGoal },
                limitIs: "goal: Pss of the hub's actors and its broker",
                goal: .atMost(1),
                details: details(\.0)
            ),
            FigureLine(
                "idle.processor",
                unit: "% of a core",
                values: sums(\.1),
                limits: rounds.map { _ in Self.processorGoal },
                limitIs: "goal: the hub's actors and its broker",
                goal: .atMost(1),
                details: details(\.1)
            ),
        ]
    }
}
