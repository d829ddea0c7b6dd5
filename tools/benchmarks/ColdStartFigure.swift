import BusContract
import HubRunner
import LoadFacts
import MessageBus
import OperatorConnection
import Processes
import SimulatedHub

/// From the start of a program to its `online` on the bus.
struct ColdStartFigure {
    private static let goal = 200.0

    private let effort: Effort

    init(_ effort: Effort) {
        self.effort = effort
    }

    /// Starts and stops each of the hub's programs in turn, against a broker and a radio that are there.
    func measure() async throws -> [FigureLine] {
        try await Simulators.with { folder, simulators in try await measure(folder, simulators) }
    }

    private func measure(_ folder: LineFolder, _ simulators: Simulators) async throws -> [FigureLine] {
        let server = try await simulators.startServer(faults: "[]")
        try await simulators.startDevices(scenario: #"{"seed":1,"devices":[]}"#)
        let plan = try LineSetup.plan(folder, server: server, bus: simulators.busAddress, uploaders: 1)
        let supervisor = HubSupervisor(plan)
        let result: Result<[FigureLine], any Error>
        do {
            // The broker alone.
            try await supervisor.start([])
            result = .success(try await rounds(plan))
        } catch {
            result = .failure(error)
        }
        await supervisor.stop()
        return try result.get()
    }

    private func rounds(_ plan: HubPlan) async throws -> [FigureLine] {
        let children = try plan.children()
        let times = try await HubConnection.with(try HubRun.target(plan)) { connection in
            let watch = OnlineWatch()
            let subscription = try await connection.client.subscribe(to: [PresenceTopics.availability], hub: nil)
            let watching = Task { for await message in subscription { await watch.take(message) } }
            defer { watching.cancel() }
            return try await starts(children, watch)
        }
        return children.map { child in
            let values = times[child.name] ?? []
            return FigureLine(
                "cold-start.\(child.role.rawValue)",
                unit: "ms",
                values: values,
                limits: values.map { _ in Self.goal },
                limitIs: "goal",
                goal: .atMost(1)
            )
        }
    }

    private func starts(_ children: [ChildSpec], _ watch: OnlineWatch) async throws -> [String: [Double]] {
        var times: [String: [Double]] = [:]
        // The first start makes the stores and warms the page cache.
        for round in 0...effort.pick(15, quick: 2) {
            for child in children {
                let time = try await start(child, watch)
                if round > 0 { times[child.name, default: []].append(time) }
            }
        }
        return times
    }

    /// The milliseconds until `online`; the program is stopped again.
    private func start(_ spec: ChildSpec, _ watch: OnlineWatch) async throws -> Double {
        await watch.forget()
        let start = ContinuousClock.now
        let child = try await ChildProcess.start(
            spec.command()
        )
        let end = start + .seconds(10)
        while await watch.online == nil, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(5)) }
        let online = await watch.online
        await child.stop()
        guard let online else { throw BenchError("\(spec.name) did not come online in 10 s") }
        return (online - start).milliseconds
    }
}

/// When a process was last said to be online.
private actor OnlineWatch {
    private(set) var online: ContinuousClock.Instant?

    func forget() {
        online = nil
    }

    func take(_ message: BusMessage) {
        // A retained value is of an earlier start.
        guard !message.retain, message.payload == Array(Availability.online.rawValue.utf8) else { return }
        online = online ?? .now
    }
}
