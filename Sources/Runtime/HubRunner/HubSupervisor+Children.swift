internal import FoundationEssentials
internal import LocalBroker
internal import Processes

extension HubSupervisor {
    /// Keeps one child running until the hub stops.
    func supervise(_ spec: ChildSpec) async {
        if let stale = StaleChild.find(spec, plan.layout) { await stale.stop() }
        var policy = RestartPolicy()
        while !isStopping {
            let start = clock.now
            let exit = await runOnce(spec)
            guard !isStopping else { break }
            switch policy.ended(exit, at: clock.now - origin, after: clock.now - start) {
            case .restart(let pause):
                sink.yield(.ended(child: spec.name, exit: exit.description, restartIn: pause, log: spec.log))
                await sleep(pause)
            case .giveUp(let reason):
                sink.yield(.gaveUp(child: spec.name, reason: reason, log: spec.log))
                return fail(
                    HubRunnerError(.childFailed, "\(spec.name) does not run: \(reason); its log says why: \(spec.log)")
                )
            }
        }
    }

    private func runOnce(_ spec: ChildSpec) async -> ChildExit {
        let command = ChildCommand(
            spec.executable,
            spec.arguments,
            environment: [ParentWatch.variable: "\(ProcessInfo.processInfo.processIdentifier)"],
            output: .file(spec.log),
            stopTimeout: .seconds(9)
        )
        do {
            let child = try await ChildProcess.start(command)
            children[spec.name] = child
            StaleChild.note(child.processID, spec, plan.layout)
            sink.yield(.started(child: spec.name, processID: child.processID, log: spec.log))
            // The end may have been asked for while the child started.
            if isStopping { child.send(Self.terminate) }
            let exit = await child.waitUntilExit()
            children[spec.name] = nil
            if isStopping { sink.yield(.stopped(child: spec.name, exit: exit.description)) }
            return exit
        } catch {
            return .unknown
        }
    }

    /// Starts the private broker again when it ended by itself; LocalBroker tells no end, so it is asked twice a second.
    func watch(_ broker: LocalBroker) async {
        var policy = RestartPolicy()
        while !isStopping {
            await sleep(.milliseconds(500))
            guard !isStopping, await !broker.isRunning, !isStopping else { continue }
            switch policy.ended(.unknown, at: clock.now - origin) {
            case .restart(let pause):
                sink.yield(.ended(child: "broker", exit: "an end of its own", restartIn: pause, log: broker.logPath))
                await sleep(pause)
                guard !isStopping, (try? await broker.restart()) != nil else { continue }
                sink.yield(.brokerReady(socket: broker.socketPath, log: broker.logPath))
            case .giveUp(let reason):
                sink.yield(.gaveUp(child: "broker", reason: reason, log: broker.logPath))
                return fail(HubRunnerError(.broker, "the broker does not run: \(reason); see \(broker.logPath)"))
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
        let end = clock.now + pause
        while !isStopping, clock.now < end { try? await Task.sleep(for: .milliseconds(50)) }
    }
}
