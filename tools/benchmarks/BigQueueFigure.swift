import BusContract
import HubRunner
import LoadFacts
import MessageBus
import OperatorConnection
import Processes
import SimulatedHub
import VitalRecords

/// Memory and start of a session manager whose queue holds a million records.
struct BigQueueFigure {
    private static let memoryGoal = 100.0
    private static let startGoal = 2_000.0

    private let effort: Effort

    init(_ effort: Effort) {
        self.effort = effort
    }

    /// Fills a queue once, then starts and stops the session manager several times.
    func measure() async throws -> [FigureLine] {
        let records = effort.pick(1_000_000, quick: 20_000)
        let rounds = try await Simulators.with { folder, _ in try await measure(records, folder) }
        func line(_ name: String, _ unit: String, _ values: [Double], _ goal: Double) -> FigureLine {
            FigureLine(
                "big-queue.\(name)",
                unit: unit,
                values: values,
                limits: values.map { _ in goal },
                limitIs: "goal: session manager alone",
                goal: .atMost(1),
                details: ["records": Double(records)]
            )
        }
        return [
            line("memory", "MB", rounds.map(\.memory), Self.memoryGoal),
            line("start", "ms", rounds.map(\.start), Self.startGoal),
        ]
    }

    private func measure(_ records: Int, _ folder: LineFolder) async throws -> [(memory: Double, start: Double)] {
        let plan = try LineSetup.plan(
            folder,
            server: "http://127.0.0.1:9",
            bus: "",
            uploaders: 1,
            seats: LineUsers.people.map(\.seat)
        )
        guard let spec = try plan.children().first(where: { $0.role == .sessionManager }),
            let hub = HubID(rawValue: plan.hub)
        else { throw BenchError("the plan has no session manager") }
        let supervisor = HubSupervisor(plan)
        let result: Result<[(memory: Double, start: Double)], any Error>
        do {
            // The broker alone.
            try await supervisor.start([])
            let rounds = try await HubConnection.with(try HubRun.target(plan)) { connection in
                try await running(spec, connection) { _ in
                    try await LineSetup.admit(
                        LineUsers.people,
                        devices: LineUsers.devices,
                        over: connection,
                        plan: plan
                    )
                }
                try await QueueSeed(path: plan.sessionManagerStore).fill(records, hub: hub)
                var rounds: [(memory: Double, start: Double)] = []
                for _ in 0..<effort.pick(5, quick: 1) { rounds.append(try await round(spec, connection, records)) }
                return rounds
            }
            result = .success(rounds)
        } catch {
            result = .failure(error)
        }
        await supervisor.stop()
        return try result.get()
    }

    /// One start: the milliseconds until it answers, and its memory after it has counted and looked through its file.
    private func round(
        _ spec: ChildSpec,
        _ connection: HubConnection,
        _ records: Int
    ) async throws -> (memory: Double, start: Double) {
        let start = ContinuousClock.now
        return try await running(spec, connection) { child in
            let time = (ContinuousClock.now - start).milliseconds
            try await Task.sleep(for: effort.pick(.seconds(10), quick: .seconds(1)))
            let state = try await queue(connection)
            guard state.pending >= records else { throw BenchError("\(state.pending) of \(records) records wait") }
            return (try ProcessFacts(child.processID).share / 1_048_576, time)
        }
    }

    /// Runs the session manager; the operation begins when it answers a request.
    private func running<Value: Sendable>(
        _ spec: ChildSpec,
        _ connection: HubConnection,
        _ operation: (ChildProcess) async throws -> Value
    ) async throws -> Value {
        let child = try await ChildProcess.start(
            spec.command()
        )
        do {
            _ = try await queue(connection)
            let value = try await operation(child)
            await child.stop()
            return value
        } catch {
            await child.stop()
            throw error
        }
    }

    /// The queue's depths by a request, so that what is measured is a session manager that does its work.
    private func queue(_ connection: HubConnection) async throws -> QueueState {
        let end = ContinuousClock.now + .seconds(60)
        while true {
            do {
                return try await connection.requests.call(
                    SessionOperations.processQueue,
                    hub: BusAddress.siteHub,
                    body: Empty(),
                    timeout: .seconds(20)
                )
            } catch let error as BusError where error.isRetriable && ContinuousClock.now < end {
                try await Task.sleep(for: .milliseconds(5))
            }
        }
    }
}

extension HubPlan {
    /// The session manager's store.
    var sessionManagerStore: String { "\(layout.state)/site.session-manager.main/session-manager.sqlite" }
}
