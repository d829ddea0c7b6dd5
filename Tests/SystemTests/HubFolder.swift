import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import TestSupport

/// A hub's files and broker in a temporary folder; the tests start its actors one by one.
struct HubFolder: Sendable {
    let plan: HubPlan
    let supervisor: HubSupervisor

    /// Runs an operation with a hub's files, and with its site processes if requested.
    static func with(
        phases: [ChildSpec.Phase] = [],
        _ body: @Sendable (HubFolder) async throws -> Void
    ) async throws {
        let path = ShortPath.make("vbs")
        defer { try? FileManager.default.removeItem(atPath: path) }
        let plan = try HubPlan(
            site: "s",
            hub: "room-1",
            stateDirectory: "\(path)/hub",
            executables: ProgramFolder.path
        )
        let hub = HubFolder(plan: plan, supervisor: HubSupervisor(plan))
        do {
            try await hub.supervisor.start(phases)
            try await body(hub)
        } catch {
            await hub.supervisor.stop()
            throw error
        }
        await hub.supervisor.stop()
    }

    /// The arguments that the hub passes to a program.
    func arguments(_ child: String) throws -> [String] {
        try plan.children().first { $0.name == child }?.arguments ?? []
    }

    /// The database of the session manager.
    var database: String { "\(plan.layout.state)/site.session-manager.main/session-manager.sqlite" }

    /// The write-ahead logs with content, as an unclean exit leaves them.
    func openLogs() throws -> [String] {
        let files = try FileManager.default.subpathsOfDirectory(atPath: plan.layout.state)
        let databases = files.filter { $0.hasSuffix(".sqlite") }
        guard databases.count >= 2 else { return ["only \(databases) are there"] }
        return try files.filter { file in
            guard file.hasSuffix(".sqlite-wal") else { return false }
            let facts = try FileManager.default.attributesOfItem(atPath: "\(plan.layout.state)/\(file)")
            return facts[.size] as? Int != 0
        }
    }

    /// Waits until a process is online.
    func waitUntilOnline(_ actor: String) async throws -> Bool {
        try await HubConnection.with(try HubRun.target(plan), patience: Patience.answer) { connection in
            let filter = try TopicFilter("vitalbus/v1/s/+/actor/\(actor)/+/availability")
            let subscription = try await connection.client.bus.subscribe(to: [filter])
            let limit = Task {
                try await Patience.end()
                subscription.cancel()
            }
            defer { limit.cancel() }
            return await subscription.contains { String(decoding: $0.payload, as: UTF8.self) == "online" }
        }
    }
}
