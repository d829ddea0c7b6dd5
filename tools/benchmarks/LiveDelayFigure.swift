import BusContract
import HubRunner
import LoadFacts
import OperatorConnection
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
        let delays = try await Simulators.with { folder, simulators in
            let server = try await simulators.startServer(faults: "[]", people: LineUsers.people)
            return try await measure(records, count, folder, server)
        }
        let facts = ["records": Double(records), "readings": Double(count)]
        return [
            line("live-delay", delays.full, delays.empty, facts.merging(["recordsLeft": Double(delays.left)]) { $1 }),
            line(
                "live-delay.importing",
                delays.importing,
                delays.empty,
                facts.merging(["importsLeft": Double(delays.importsLeft)]) { $1 }
            ),
        ]
    }

    private func line(_ name: String, _ full: [Double], _ empty: [Double], _ facts: [String: Double]) -> FigureLine {
        let added = Statistics.quantile(full, at: 0.99) - Statistics.quantile(empty, at: 0.99)
        return FigureLine(
            name,
            unit: "ms",
            // A queue that makes it faster is luck, and no negative delay.
            values: [max(0, added)],
            limits: [Self.goal],
            limitIs: "goal: p99 with history queued, less p99 with an empty queue",
            goal: .atMost(1),
            details: facts.merging([
                "emptyP50": Statistics.median(empty), "emptyP99": Statistics.quantile(empty, at: 0.99),
                "fullP50": Statistics.median(full), "fullP99": Statistics.quantile(full, at: 0.99),
            ]) { $1 }
        )
    }

    private struct Delays: Sendable {
        var empty: [Double] = []
        var full: [Double] = []
        var importing: [Double] = []
        var left = 0
        var importsLeft = 0
    }

    private func measure(
        _ records: Int,
        _ count: Int,
        _ folder: LineFolder,
        _ server: String
    ) async throws -> Delays {
        let seats = LineUsers.people.map(\.seat)
        let plan = try LineSetup.plan(folder, server: server, bus: "", uploaders: 1, seats: seats)
        guard let hub = HubID(rawValue: plan.hub) else { throw BenchError("\(plan.hub) is not a hub") }
        let supervisor = HubSupervisor(plan)
        let result: Result<Delays, any Error>
        do {
            try await supervisor.start([.site])
            let delays = try await HubConnection.with(try HubRun.target(plan), patience: .seconds(15)) { connection in
                try await LineSetup.admit(LineUsers.people, devices: LineUsers.devices, over: connection, plan: plan)
                return try await LineProducer.with(plan) { producer in
                    try await series(Series(connection, plan, producer, hub), records, count, folder)
                }
            }
            result = .success(delays)
        } catch {
            result = .failure(error)
        }
        await supervisor.stop()
        return try result.get()
    }

    private struct Series: Sendable {
        let connection: HubConnection
        let plan: HubPlan
        let producer: LineProducer
        let hub: HubID

        init(_ connection: HubConnection, _ plan: HubPlan, _ producer: LineProducer, _ hub: HubID) {
            (self.connection, self.plan, self.producer, self.hub) = (connection, plan, producer, hub)
        }
    }

    private func series(_ line: Series, _ records: Int, _ count: Int, _ folder: LineFolder) async throws -> Delays {
        let export = try await BenchExport.make(megabytes: effort.pick(200, quick: 5), in: folder.path)
        let watch = try await LiveWatch.start(line.connection)
        var delays = Delays()
        // The first ones open connections and compile statements.
        _ = try await watch.delays(20, line.producer, line.hub)
        delays.empty = try await watch.delays(count, line.producer, line.hub)
        try await QueueSeed(path: line.plan.sessionManagerStore).fill(records, hub: line.hub)
        _ = try await watch.delays(20, line.producer, line.hub)
        delays.full = try await watch.delays(count, line.producer, line.hub)
        let imports = try await BenchImports.begin(export, Array(line.plan.seats.prefix(2)), line.connection)
        delays.importing = try await watch.delays(count, line.producer, line.hub)
        delays.importsLeft = try await imports.open()
        delays.left = try await watch.pending(line.connection)
        guard delays.left > 0 else { throw BenchError("the history was delivered before the end") }
        return delays
    }
}
