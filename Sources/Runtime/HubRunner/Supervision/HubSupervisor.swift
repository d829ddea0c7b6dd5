internal import BusContract
internal import FoundationEssentials
internal import LocalBroker
internal import MessageBus
internal import Processes
internal import SiteAuthority

/// Runs a hub's broker and actors as child processes, restarts what ends by itself, and stops all in order.
///
/// Start with ``start(_:)``, end with ``stop()``; of a hub that is let go without it the children end by themselves, and the
/// next one ends those that do not.
public actor HubSupervisor {
    /// What happens to the processes; at most 1024 are kept for a slow reader, the oldest are dropped.
    public nonisolated let events: AsyncStream<HubEvent>
    /// What is run; the hubs of the site come and go beside it.
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
    /// Opens when the hub's run is over: it failed, or was asked to stop.
    private let over = WakeUpAll()
    /// Wakes who waits for the ends of children.
    private let childEnd = WakeUp()
    var isStopping: Bool { stopping.isOpen }
    /// How many calls of ``start(_:)`` are under way.
    private(set) var starts = 0
    private var lock: FileLock?
    private var isPrepared = false
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

    /// Waits until a child does not come up; nil when the hub was stopped or the task cancelled.
    public func waitForFailure() async -> HubRunnerError? {
        // Cleanup: who is cancelled waits no more.
        try? await over.wait()
        return failure
    }

    /// Takes the state directory, so that no other hub runs here; nothing of it has changed where another one does.
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
                message: (error as? ProcessError)?.message ?? error.fileWords,
                errno: error.fileErrno
            )
        }
    }

    private func prepare() async throws {
        // Before anything is read: what changes meanwhile is seen.
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
        // Only a hub that may start here changes what the next one goes on with.
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

    /// Gives the state directory free.
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
                // A program that was not started wrote no log.
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

    /// Runs a child once; how it ended, for the policy and in words.
    private func runOnce(_ spec: ChildSpec) async -> (exit: ChildExit, words: String) {
        let command = spec.command(
            environment: [ParentWatch.variable: "\(ProcessInfo.processInfo.processIdentifier)"]
        )
        do {
            let child = try await ChildProcess.start(command)
            children[spec.name] = child
            StaleChild.note(child.processID, spec: spec, layout: plan.layout)
            sink.yield(.started(child: spec.name, processID: child.processID, log: spec.log))
            // The end may have been asked for while the child started.
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

    /// Starts the private broker again when it ended by itself; LocalBroker tells no end, so it is asked twice a second.
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
                    // Said with the next attempt, or in the broker's log.
                    exit = "a start that failed: \(error)"
                }
            case .giveUp(let reason):
                sink.yield(.gaveUp(child: "broker", reason: reason, log: broker.logPath))
                return fail(
                    HubRunnerError(.broker, message: "the broker is not running: \(reason); see \(broker.logPath)")
                )
            }
        }
    }

    /// Lets the broker and the actors know of what commands change at a site's server and at a hub of a site; the session manager
    /// looks for its hubs' seats itself.
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
                let words = "accounts that cannot be set: \(error)"
                sink.yield(.ended(child: "broker", exit: words, restartIn: HubChanges.pause, log: ""))
            }
        }
    }

    /// Puts long logs aside until the hub stops.
    func rotateLogs() async {
        let folders = [plan.layout.logs, plan.layout.broker]
        while !isStopping {
            LogRotation.rotate(in: folders)
            await sleep(LogRotation.interval)
        }
    }

    /// Waits, but not past the moment when the hub is asked to stop.
    private func sleep(_ pause: Duration) async {
        // Cleanup: who is cancelled waits no more.
        await unlessStopping { try? await Task.sleep(for: pause) }
    }

    private func unlessStopping(_ wait: @Sendable @escaping () async -> Void) async {
        await withTaskGroup { group in
            // Cleanup: who is cancelled waits no more.
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

    /// Who ends when, and until when the next ones wait for them; the last limit ends all that is left.
    static let stages: [(roles: Set<BusRole>, limit: Duration)] = [
        (
            [.bleScanner, .deviceReader, .healthImporter, .ocrWorker, .registrar, .page, .homeAssistant],
            .milliseconds(2500)
        ),
        ([.uploader], .milliseconds(6500)),
        ([.sessionManager], .milliseconds(8500)),
    ]

    /// Stops all, unless a start is under way, which would leave behind what it starts.
    func stopUnlessStarting() async {
        guard starts == 0 else { return }
        await stop()
    }

    /// Stops all, in under 10 s: the radio's actors and the importer, the uploaders, the session manager, and the broker last.
    ///
    /// Each drains over a bus that still works. Nothing is lost when one is killed: what matters is on disk.
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
        // It holds the lock of its directory.
        broker = nil
        unlock()
        sink.finish()
    }
}
