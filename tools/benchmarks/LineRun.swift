import BusContract
import Curl
import FoundationEssentials
import HubRunner
import LoadFacts
import MessageBus
import OperatorConnection
import SimulatedHub

/// A running line without radio: simulated server, session manager, uploaders, and a producer in this process.
struct LineRun: Sendable {
    /// How the line is set up.
    struct Settings: Sendable {
        var uploaders = 1
        /// Requests at a time of each uploader.
        var concurrency = 4
        /// The server's faults, JSON.
        var faults = "[]"
    }

    let settings: Settings
    let plan: HubPlan
    /// The server's base URL, and its process.
    let server: String
    let serverID: Int32
    let folder: LineFolder
    let counter: SubmittedCounter
    let producer: LineProducer

    /// Starts everything, runs an operation, and stops everything.
    static func with<Result: Sendable>(
        _ settings: Settings,
        _ operation: @Sendable @escaping (LineRun) async throws -> Result
    ) async throws -> Result {
        try await Simulators.with { folder, simulators in
            try await run(settings, folder, simulators, operation)
        }
    }

    /// Brings readings through the line and returns when each was announced as submitted, in seconds, in order.
    func carry(_ count: Int) async throws -> [Double] {
        let start = ContinuousClock.now
        let before = await counter.times.count
        try await producer.commit(count, counter)
        try await counter.wait(for: before + count, within: .seconds(120))
        return await counter.times.dropFirst(before).map { ($0 - start).inSeconds }
    }

    /// The server's own count, against which the bus's is held.
    func check() async throws {
        let summary = try await ServerSummary.ask(server, client: CurlClient(CurlConfiguration()))
        let told = await counter.times.count
        guard summary.duplicates == 0, summary.accepted >= told else {
            throw BenchError(
                "the server has \(summary.accepted) records and \(summary.duplicates) doubled, told: \(told)"
            )
        }
    }

    private static func run<Result: Sendable>(
        _ settings: Settings,
        _ folder: LineFolder,
        _ simulators: Simulators,
        _ operation: @Sendable @escaping (LineRun) async throws -> Result
    ) async throws -> Result {
        let server = try await simulators.startServer(
            faults: settings.faults,
            people: LineUsers.people
        )
        guard let serverID = await simulators.cloudProcessID else { throw BenchError("the server tells no process") }
        let plan = try plan(settings, folder, server)
        let supervisor = HubSupervisor(plan)
        let result = await caught {
            try await supervisor.start([.site])
            return try await HubConnection.with(try HubRun.target(plan), patience: .seconds(15)) { connection in
                try await LineSetup.admit(LineUsers.people, devices: LineUsers.devices, over: connection, plan: plan)
                let counter = try await SubmittedCounter.start(connection)
                return try await LineProducer.with(plan) { producer in
                    let line = LineRun(
                        settings: settings,
                        plan: plan,
                        server: server,
                        serverID: serverID,
                        folder: folder,
                        counter: counter,
                        producer: producer
                    )
                    let result = try await operation(line)
                    try await line.check()
                    return result
                }
            }
        }
        await supervisor.stop()
        return try result.get()
    }

    private static func plan(_ settings: Settings, _ folder: LineFolder, _ server: String) throws -> HubPlan {
        var plan = try LineSetup.plan(
            folder,
            server: server,
            bus: "",
            uploaders: settings.uploaders,
            seats: LineUsers.people.map(\.seat)
        )
        plan.settings["uploader"]?["concurrency"] = "\(settings.concurrency)"
        return plan
    }

    private static func caught<Result>(
        _ operation: () async throws -> Result
    ) async -> Swift.Result<Result, any Error> {
        do {
            return .success(try await operation())
        } catch {
            return .failure(error)
        }
    }
}
