import BusContract
import HubRunner
import SimulatedHub
import VitalRecords

/// What a full queue adds to a live reading's way from its commit to its notification.
struct LiveDelayFigure {
    private static let goal = 50.0

    private let effort: Effort

    init(_ effort: Effort) {
        self.effort = effort
    }

    /// Measures with an empty queue, then with a million records of history that are being delivered meanwhile.
    func measure() async throws -> [FigureLine] {
        let records = effort.pick(1_000_000, quick: 20_000)
        let count = effort.pick(500, quick: 30)
        let (empty, full, left) = try await Simulators.with { folder, simulators in
            let server = try await simulators.startServer(faults: "[]", people: LineUsers.people)
            return try await measure(records, count, folder, server)
        }
        let added = Statistics.quantile(full, 0.99) - Statistics.quantile(empty, 0.99)
        return [
            FigureLine(
                "live-delay",
                unit: "ms",
                // A queue that makes it faster is luck, and no negative delay.
                values: [max(0, added)],
                limits: [Self.goal],
                limitIs: "goal: p99 with history queued, less p99 with an empty queue",
                goal: .atMost(1),
                details: [
                    "records": Double(records), "recordsLeft": Double(left), "readings": Double(count),
                    "emptyP50": Statistics.median(empty), "emptyP99": Statistics.quantile(empty, 0.99),
                    "fullP50": Statistics.median(full), "fullP99": Statistics.quantile(full, 0.99),
                ]
            )
        ]
    }

    private typealias Delays = (empty: [Double], full: [Double], left: Int)

    private func measure(
        _ records: Int,
        _ count: Int,
        _ folder: LineFolder,
        _ server: String
    ) async throws -> Delays {
        let seats = LineUsers.people.map(\.seat)
        let plan = try LineSetup.plan(folder, server: server, bus: "", uploaders: 1, seats: seats)
        guard let hub = HubID(rawValue: plan.hub) else { throw BenchError("\(plan.hub) is no hub") }
        let supervisor = HubSupervisor(plan)
        let result: Result<Delays, any Error>
        do {
            try await supervisor.start([.site])
            let delays = try await HubConnection.with(try HubRun.target(plan), patience: .seconds(15)) { connection in
                try await LineSetup.admit(LineUsers.people, devices: LineUsers.devices, connection, plan)
                return try await LineProducer.with(plan) { producer in
                    let watch = try await LiveWatch.start(connection)
                    // The first ones open connections and compile statements.
                    _ = try await watch.delays(20, producer, hub)
                    let empty = try await watch.delays(count, producer, hub)
                    try await QueueSeed(path: plan.sessionManagerStore).fill(records, hub: hub)
                    _ = try await watch.delays(20, producer, hub)
                    let full = try await watch.delays(count, producer, hub)
                    let left = try await watch.pending(connection)
                    guard left > 0 else { throw BenchError("the history was delivered before the end") }
                    return (empty, full, left)
                }
            }
            result = .success(delays)
        } catch {
            result = .failure(error)
        }
        await supervisor.stop()
        return try result.get()
    }
}
