internal import FoundationEssentials
internal import MessageBus
internal import SiteAuthority

/// Runs a hub in a terminal: supervisor, live table and Ctrl-C.
public struct HubRun: Sendable {
    /// The supervisor.
    public let supervisor: HubSupervisor
    /// The table.
    public let console: HubConsole

    /// Creates a run.
    ///
    /// - Parameter hub: The hub's description for the table; nil derives it from the plan.
    public init(_ plan: HubPlan, screen: LiveScreen, hub: LiveHub? = nil) {
        supervisor = HubSupervisor(plan)
        console = HubConsole(hub ?? LiveHub(plan), screen: screen)
    }

    /// The bus address and account of the table's process.
    ///
    /// - Parameter socket: The private broker's socket; nil for that of `vitalbus up`.
    public static func target(_ plan: HubPlan, socket: String? = nil) throws -> HubConnection.Target {
        let address = try BusAddress(
            site: plan.site,
            hub: plan.hub,
            actor: "vitalbus",
            instance: HubLayout.tableInstance
        )
        if case .joined(let record) = plan.broker {
            return HubConnection.Target(address: address, member: record, of: Membership(state: plan.layout.state))
        }
        return HubConnection.Target(
            address: address,
            endpoint: .unixSocket(socket ?? plan.layout.socket),
            passwordFile: plan.layout.password(address)
        )
    }

    /// Runs everything until `until` returns, a child does not start, or SIGINT or SIGTERM arrives; then stops it all.
    ///
    /// - Parameters:
    ///   - target: The bus address and account of the table.
    ///   - beforeRadio: Runs between the start of the site's actors and the radio's.
    ///   - until: Returns when the hub is to end.
    /// - Throws: ``HubRunnerError``, or the closures' errors.
    public func run(
        _ target: HubConnection.Target,
        beforeRadio: @Sendable @escaping (HubConnection) async throws -> Void = { _ in },
        until: @Sendable @escaping (HubConnection) async throws -> Void
    ) async throws {
        SilentPipes.ignore()
        // Trapped before the first child starts, because a hub that a signal kills leaves its children running.
        let signals = await EndSignals.trapped()
        let following = Task { await console.follow(supervisor.events) }
        let result = await outcome(signals) {
            try await supervisor.start([.site])
            try await serve(target, beforeRadio, until)
        }
        await supervisor.stop()
        await following.value
        await console.end()
        try result.get()
    }

    /// Runs an operation until it ends or a signal arrives, which is an orderly end.
    private func outcome(
        _ signals: EndSignals,
        _ operation: @Sendable @escaping () async throws -> Void
    ) async -> Result<Void, any Error> {
        await withTaskGroup(of: Result<Void, any Error>.self) { group in
            group.addTask {
                do {
                    return .success(try await operation())
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                await signals.wait()
                // The bus connection ends last, so that events of ending processes are still received.
                if !Task.isCancelled { await supervisor.stopUnlessStarting() }
                return .success(())
            }
            defer { group.cancelAll() }
            return await group.next() ?? .success(())
        }
    }

    private func serve(
        _ target: HubConnection.Target,
        _ beforeRadio: @Sendable @escaping (HubConnection) async throws -> Void,
        _ until: @Sendable @escaping (HubConnection) async throws -> Void
    ) async throws {
        try await HubConnection.with(target, patience: .seconds(15)) { connection in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask {
                    await console.follow(connection)
                    return false
                }
                group.addTask {
                    try await beforeRadio(connection)
                    try await supervisor.start()
                    try await until(connection)
                    await supervisor.stop()
                    return true
                }
                group.addTask {
                    if let failure = await supervisor.waitForFailure() { throw failure }
                    return false
                }
                defer { group.cancelAll() }
                while let isOver = try await group.next(), !isOver {}
            }
        }
    }
}
