internal import BusContract
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import ServiceLifecycle
internal import VitalRecords

extension ActorRun {
    private enum Ended: Sendable {
        case running((any Error)?)
        case draining
    }

    /// Runs the actor; at the end of the process, drains it while it still runs, then cancels and closes it.
    ///
    /// - Throws: The error of the actor's `run`, after the drain.
    func runActor() async throws {
        let failure = await withTaskGroup(of: Ended.self) { group in
            group.addTask { .running(await runToItsEnd()) }
            group.addTask {
                do { try await gracefulShutdown() } catch { return .draining }
                await drain()
                return .draining
            }
            var failure: (any Error)?
            for await ended in group {
                switch ended {
                case .running(let error): failure = error
                case .draining: group.cancelAll()
                }
            }
            return failure
        }
        await close()
        if let failure { throw failure }
    }

    /// Runs the actor, requests the process's end if the actor ends by itself, and returns its error.
    private func runToItsEnd() async -> (any Error)? {
        var failure: (any Error)?
        do {
            try await actor.run()
        } catch {
            failure = Task.isCancelled ? nil : error
        }
        if let failure { context.logger.error("the actor failed", metadata: ["error": "\(failure)"]) }
        end.send()
        return failure
    }

    private func close() async {
        do {
            try await actor.close()
        } catch {
            context.logger.warning(
                "the actor's files were not closed; what was committed is on disk, and the next start checks them",
                metadata: ["error": "\(error)"]
            )
        }
    }

    private func drain() async {
        // Absent is nil: the configuration was checked at the start.
        let limit = (try? context.configuration[CommonSettings.drainTimeout]) ?? .seconds(7)
        let isDone = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await actor.drain()
                return true
            }
            group.addTask {
                try? await context.environment.clock.sleep(for: limit)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? true
        }
        if !isDone {
            context.logger.warning(
                "work was unfinished at the end of drain.timeout; the next start continues it",
                metadata: ["limit": "\(limit)"]
            )
        }
    }

    /// Publishes the process's identity, and then its health periodically.
    func publishHealth() async {
        let address = context.address
        let place = ["actor": address.actor, "instance": address.instance]
        let info = ActorInfo(
            actor: address.actor,
            instance: address.instance,
            version: platform.version,
            epoch: context.epoch,
            contracts: Contract.versions,
            started: started,
            startID: sole.startID
        )
        await context.states.set(PresenceTopics.info, values: place, data: info)
        // Absent is nil: the configuration was checked at the start.
        let interval = (try? context.configuration[CommonSettings.healthInterval]) ?? .seconds(30)
        let facts = ProcessHealth(context, keys: A.configurationKeys, started: started, interval: interval)
        while !Task.isCancelled {
            var health = await actor.health()
            health.counters.merge(context.client.refusals.counters) { $1 }
            let (trip, now) = (await context.states.roundTrip, context.environment.now())
            health = facts.completed(health, roundTrip: trip, now: now)
            await context.states.set(PresenceTopics.health, values: place, data: health)
            try? await context.environment.clock.sleep(for: interval)
        }
    }

    /// Notifies the watchdog twice per interval, each time only after the actor has answered, so that systemd restarts
    /// a hanging actor.
    func beatWatchdog() async {
        guard let interval = notifier.watchdogInterval else {
            // Cleanup: a cancelled wait ends, too.
            try? await gracefulShutdown()
            return
        }
        while !Task.isCancelled {
            _ = await actor.health()
            notifier.send("WATCHDOG=1")
            try? await context.environment.clock.sleep(for: interval / 2)
        }
    }
}
