internal import BusContract
internal import FoundationEssentials
internal import LocalBroker
internal import MessageBus
internal import Processes
internal import SiteAuthority

/// Runs a hub's broker and actors as child processes, restarts those that end by themselves, and stops all in order.
///
/// Start it with ``start(_:)`` and end it with ``stop()``. If a hub is released without ``stop()``, its children end by
/// themselves, and the next hub ends any that remain.
public actor HubSupervisor {
    /// The events of the processes; at most 1024 are kept for a slow reader, and the oldest are dropped.
    public nonisolated let events: AsyncStream<HubEvent>
    /// The plan to run; a site's joined hubs may change meanwhile.
    public nonisolated let plan: HubPlan

    let sink: AsyncStream<HubEvent>.Continuation
    let clock = ContinuousClock()
    let origin = ContinuousClock.now
    var children: [String: ChildProcess] = [:]
    var tasks: [String: Task<Void, Never>] = [:]
    var specs: [ChildSpec] = []
    var broker: LocalBroker?
    /// Opens when the hub is asked to stop.
    private let stopping = WakeUpAll()
    /// Opens when the hub's run is over, because of a failure or a request to stop.
    private let over = WakeUpAll()
    /// Signalled at the end of each child.
    private let childEnd = WakeUp()
    var isStopping: Bool { stopping.isOpen }
    /// The number of calls of ``start(_:)`` in progress.
    private(set) var starts = 0
    private var lock: FileLock?
    private var isPrepared = false
    private var failure: HubRunnerError?

    /// Creates a supervisor without starting anything.
    public init(_ plan: HubPlan) {
        self.plan = plan
        (events, sink) = AsyncStream.makeStream(of: HubEvent.self, bufferingPolicy: .bufferingNewest(1024))
    }

    /// Creates the files and starts the broker, unless another one is configured, and the actors of the phases.
    ///
    /// It may be called again for later phases.
    ///
    /// - Throws: ``HubRunnerError``; processes already started run until ``stop()``.
    public func start(_ phases: [ChildSpec.Phase] = ChildSpec.Phase.allCases) async throws(HubRunnerError) {
        guard !isStopping else { return }
        starts += 1
        defer { starts -= 1 }
        do {
            if !isPrepared { try await prepare() }
            for spec in specs where phases.contains(spec.phase) && tasks[spec.name] == nil {
                tasks[spec.name] = Task { await self.supervise(spec) }
            }
        } catch let error as HubRunnerError {
            throw error
        } catch let error as LocalBrokerError {
            throw HubRunnerError(.broker, message: error.message)
        } catch {
            throw HubRunnerError(.files, message: error.fileWords, errno: error.fileErrno)
        }
    }

    /// Waits until a child fails to start; nil if the hub was stopped or the task cancelled.
    public func waitForFailure() async -> HubRunnerError? {
        // Cleanup: a cancelled task stops waiting.
        try? await over.wait()
        return failure
    }

    /// Locks the state directory, so that no other hub runs here; it changes nothing if another one does.
    ///
    /// - Throws: ``HubRunnerError`` `alreadyRunning`, `files`.
    public func claim() throws(HubRunnerError) {
        guard lock == nil else { return }
        do {
            try HubFiles(plan: plan).prepareDirectories()
            lock = try FileLock(plan.layout.lock)
        } catch let error as ProcessError where error.code == .locked {
            throw HubRunnerError(
                .alreadyRunning,
                message: "a hub is already running here (\(error.message)): stop it, or use --state"
            )
        } catch let error as HubRunnerError {
            throw error
        } catch {
            throw HubRunnerError(
                .files,
                message: error.fileWords,
                errno: error.fileErrno
            )
        }
    }

    private func prepare() async throws {
        // Created before any file is read, so that later changes are noticed.
        let changes = HubChanges(plan)
        let plan = try plan.ofNow()
        specs = try plan.children()
        let missing = specs.first { ProgramFolder.executable(of: $0.program, in: $0.folder) == nil }
        if let missing {
            throw HubRunnerError(
                .executableMissing,
                message: "\(missing.role) is missing from \(plan.executables): build all programs, or name their folder"
            )
        }
        let files = HubFiles(plan: plan)
        try claim()
        isPrepared = true
        for orphan in await Orphans(plan.layout).stop() { sink.yield(.orphanEnded(processID: orphan.processID)) }
        // Only a hub that may start here changes the settings of the next start.
        try plan.memory?.write(plan.layout)
        try files.prepareKey()
        tasks["logs"] = Task { await self.rotateLogs() }
        if plan.broker.isPrivate {
            try await startBroker(files)
            try changes.tell()
        }
        if changes.mayCome { tasks["changes"] = Task { await self.follow(changes) } }
    }

    private func startBroker(_ files: HubFiles) async throws {
        let broker = try await LocalBroker.start(
            directory: plan.layout.broker,
            accounts: try files.accounts(),
            options: try files.brokerOptions()
        )
        self.broker = broker
        try files.writeRecord()
        sink.yield(.brokerReady(socket: broker.socketPath, log: broker.logPath))
        tasks["broker"] = Task { await self.watch(broker) }
    }

    /// Ends the hub's run with an error.
    func fail(_ error: HubRunnerError) {
        failure = failure ?? error
        over.open()
    }

    /// Releases the lock of the state directory.
    func unlock() {
        lock = nil
    }
}

extension HubSupervisor {
    /// Keeps one child running until the hub stops.
    func supervise(_ spec: ChildSpec) async {
        if let stale = StaleChild.find(spec, layout: plan.layout) { await stale.stop() }
        var policy = RestartPolicy()
        while !isStopping {
            let start = clock.now
            let (exit, words) = await runOnce(spec)
            guard !isStopping else { break }
            switch policy.ended(exit, at: clock.now - origin, after: clock.now - start) {
            case .restart(let pause):
                sink.yield(.ended(child: spec.name, exit: words, restartIn: pause, log: spec.log))
                await sleep(pause)
            case .giveUp(let reason):
                // A program that did not start wrote no log.
                let reason = exit == .unknown ? "\(reason): \(words)" : reason
                sink.yield(.gaveUp(child: spec.name, reason: reason, log: spec.log))
                return fail(
                    HubRunnerError(
                        .childFailed,
                        message: "\(spec.name) is not running: \(reason); see its log: \(spec.log)"
                    )
                )
            }
        }
    }

    /// Runs a child once; returns its exit for the policy and as text.
    private func runOnce(_ spec: ChildSpec) async -> (exit: ChildExit, words: String) {
        let command = spec.command(
            environment: [ParentWatch.variable: "\(ProcessInfo.processInfo.processIdentifier)"]
        )
        do {
            let child = try await ChildProcess.start(command)
            children[spec.name] = child
            StaleChild.note(child.processID, spec: spec, layout: plan.layout)
            sink.yield(.started(child: spec.name, processID: child.processID, log: spec.log))
            // The hub may have been stopped while the child started.
            if isStopping { child.send(Self.terminate) }
            let exit = await child.waitUntilExit()
            children[spec.name] = nil
            childEnd.signal()
            if isStopping { sink.yield(.stopped(child: spec.name, exit: exit.description)) }
            return (exit, exit.description)
        } catch {
            return (.unknown, "not started: \(error.fileWords)")
        }
    }

    /// Restarts the private broker if it ends by itself, by polling twice a second because LocalBroker does not signal
    /// its end.
    func watch(_ broker: LocalBroker) async {
        var policy = RestartPolicy()
        let byItself = "an unexpected end"
        var exit = byItself
        while !isStopping {
            await sleep(.milliseconds(500))
            guard !isStopping, await !broker.isRunning, !isStopping else { continue }
            switch policy.ended(.unknown, at: clock.now - origin) {
            case .restart(let pause):
                sink.yield(.ended(child: "broker", exit: exit, restartIn: pause, log: broker.logPath))
                await sleep(pause)
                guard !isStopping else { continue }
                do {
                    try await broker.restart()
                    exit = byItself
                    sink.yield(.brokerReady(socket: broker.socketPath, log: broker.logPath))
                } catch {
                    // The cause is reported with the next attempt, or in the broker's log.
                    exit = "a start that failed: \(error.fileWords)"
                }
            case .giveUp(let reason):
                sink.yield(.gaveUp(child: "broker", reason: reason, log: broker.logPath))
                return fail(
                    HubRunnerError(.broker, message: "the broker is not running: \(reason); see \(broker.logPath)")
                )
            }
        }
    }

    /// Passes the changes of commands at a site's server or a joined hub to the broker and the actors; the session
    /// manager follows its hubs' seats itself.
    func follow(_ first: HubChanges) async {
        var changes = first
        while !isStopping {
            await unlessStopping { [changes] in await changes.wait() }
            guard !isStopping else { return }
            do {
                guard let plan = try await changes.apply(to: broker) else { continue }
                let old = specs
                specs = try plan.children()
                if let broker { sink.yield(.brokerReady(socket: broker.socketPath, log: broker.logPath)) }
                for spec in specs where !old.contains(spec) { children[spec.name]?.send(Self.terminate) }
            } catch {
                let words = "accounts that cannot be set: \(error.fileWords)"
                sink.yield(.ended(child: "broker", exit: words, restartIn: HubChanges.pause, log: ""))
            }
        }
    }

    /// Rotates long logs until the hub stops.
    func rotateLogs() async {
        let folders = [plan.layout.logs, plan.layout.broker]
        while !isStopping {
            LogRotation.rotate(in: folders)
            await sleep(LogRotation.interval)
        }
    }

    /// Sleeps for a time, or until the hub is asked to stop.
    private func sleep(_ pause: Duration) async {
        // Cleanup: a cancelled task stops waiting.
        await unlessStopping { try? await Task.sleep(for: pause) }
    }

    private func unlessStopping(_ wait: @Sendable @escaping () async -> Void) async {
        await withTaskGroup { group in
            // Cleanup: a cancelled task stops waiting.
            group.addTask { [stopping] in try? await stopping.wait() }
            group.addTask { await wait() }
            await group.next()
            group.cancelAll()
        }
    }
}

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

extension HubSupervisor {
    static let terminate = SIGTERM

    /// The stages of stopping, each with its roles and its time limit since the start of the stop; after the last limit
    /// all remaining children are killed.
    static let stages: [(roles: Set<BusRole>, limit: Duration)] = [
        (
            [.bleScanner, .deviceReader, .healthImporter, .ocrWorker, .registrar, .page, .homeAssistant],
            .milliseconds(2500)
        ),
        ([.uploader], .milliseconds(6500)),
        ([.sessionManager], .milliseconds(8500)),
    ]

    /// Stops all, unless a start is in progress, which would leave the processes it starts running.
    func stopUnlessStarting() async {
        guard starts == 0 else { return }
        await stop()
    }

    /// Stops all in under 10 s: the radio's actors and the importer, the uploaders, the session manager, and the broker
    /// last.
    ///
    /// Each drains over a bus that still works. Killing one loses no data, because readings and records are on disk.
    public func stop() async {
        guard !isStopping else { return }
        stopping.open()
        over.open()
        let start = clock.now
        for stage in Self.stages {
            let names = specs.filter { stage.roles.contains($0.role) }.map(\.name)
            for name in names { children[name]?.send(Self.terminate) }
            let end = start + stage.limit  // In range: a constant of above.
            while names.contains(where: { children[$0] != nil }), clock.now < end {
                await childEnd.wait(atMost: clock.now.duration(to: end), clock: clock)
            }
        }
        for (name, child) in children {
            sink.yield(.killed(child: name))
            await child.kill()
        }
        for task in tasks.values { await task.value }
        await broker?.stop()
        // The broker object holds the lock of its directory.
        broker = nil
        unlock()
        sink.finish()
    }
}
