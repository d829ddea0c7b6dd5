internal import FoundationEssentials
internal import LocalBroker
internal import Processes

/// Runs a hub's broker and actors as child processes, restarts what ends by itself, and stops all in order.
///
/// Start with ``start(_:)``, end with ``stop()``; of a hub that is let go without it the children end by themselves, and the
/// next one ends those that do not.
public actor HubSupervisor {
    /// What happens to the processes; at most 1024 are kept for a slow reader, the oldest are dropped.
    public nonisolated let events: AsyncStream<HubEvent>
    /// What is run.
    public nonisolated let plan: HubPlan

    let sink: AsyncStream<HubEvent>.Continuation
    let clock = ContinuousClock()
    let origin = ContinuousClock.now
    var children: [String: ChildProcess] = [:]
    var tasks: [String: Task<Void, Never>] = [:]
    var specs: [ChildSpec] = []
    var broker: LocalBroker?
    var isStopping = false
    /// How many calls of ``start(_:)`` are under way.
    private(set) var starts = 0
    private var lock: FileLock?
    private var failure: HubRunnerError?

    /// Makes a supervisor; nothing runs yet.
    public init(_ plan: HubPlan) {
        self.plan = plan
        (events, sink) = AsyncStream.makeStream(of: HubEvent.self, bufferingPolicy: .bufferingNewest(1024))
    }

    /// Makes the files and starts the broker, unless another one is configured, and the actors of the phases.
    ///
    /// May be called again for later phases.
    ///
    /// - Throws: ``HubRunnerError``; what was started then still runs until ``stop()``.
    public func start(_ phases: [ChildSpec.Phase] = ChildSpec.Phase.allCases) async throws(HubRunnerError) {
        guard !isStopping else { return }
        starts += 1
        defer { starts -= 1 }
        do {
            if lock == nil { try await prepare() }
            for spec in specs where phases.contains(spec.phase) && tasks[spec.name] == nil {
                tasks[spec.name] = Task { await self.supervise(spec) }
            }
        } catch let error as HubRunnerError {
            throw error
        } catch let error as LocalBrokerError {
            throw HubRunnerError(.broker, error.message)
        } catch {
            throw HubRunnerError(.files, "\(error)")
        }
    }

    /// Waits until a child does not come up; nil when the hub was stopped or the task cancelled.
    public func waitForFailure() async -> HubRunnerError? {
        while failure == nil, !isStopping, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(100)) }
        return failure
    }

    private func prepare() async throws {
        specs = try plan.children()
        let missing = specs.first { !FileManager.default.isExecutableFile(atPath: $0.executable) }
        if let missing {
            throw HubRunnerError(
                .executableMissing,
                "there is no \(missing.role) in \(plan.executables): build all programs, or name their folder"
            )
        }
        let files = HubFiles(plan: plan)
        try files.prepareDirectories()
        do {
            lock = try FileLock(plan.layout.lock)
        } catch let error as ProcessError {
            guard error.code == .locked else { throw HubRunnerError(.files, error.message) }
            throw HubRunnerError(.alreadyRunning, "a hub runs here already (\(error.message)): stop it, or use --state")
        }
        for orphan in await Orphans(plan.layout).stop() { sink.yield(.orphanEnded(processID: orphan.processID)) }
        // Only a hub that may start here changes what the next one goes on with.
        try plan.memory?.write(plan.layout)
        try files.prepareKey()
        tasks["logs"] = Task { await self.rotateLogs() }
        if plan.broker == .own { try await startBroker(files) }
    }

    private func startBroker(_ files: HubFiles) async throws {
        let broker = try await LocalBroker.start(
            directory: plan.layout.broker,
            accounts: try files.accounts(),
            options: LocalBrokerOptions(socketPath: plan.layout.socket, isPersistent: plan.isBrokerPersistent)
        )
        self.broker = broker
        try files.writeRecord()
        sink.yield(.brokerReady(socket: broker.socketPath, log: broker.logPath))
        tasks["broker"] = Task { await self.watch(broker) }
    }

    /// Ends the hub's run with an error.
    func fail(_ error: HubRunnerError) {
        failure = failure ?? error
    }

    /// Gives the state directory free.
    func unlock() {
        lock = nil
    }
}
