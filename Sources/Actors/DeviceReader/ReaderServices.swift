internal import ActorRuntime
internal import DeliveryRules
internal import FoundationEssentials
internal import MessageBus
internal import Outbox
internal import RadioAccess
internal import StoreEngine
internal import VitalRecords

/// The services of passive reading.
@ReaderIsolation struct PassiveServices {
    let set: PassiveSetService
    let claims: ClaimService
    let reporter: PassiveReporter
    let reader: PassiveReader
    let adverts: AdvertReader

    init(_ foundation: ReaderFoundation) {
        let settings = foundation.settings
        set = PassiveSetService(
            file: settings.passiveSet,
            catalogue: foundation.catalogue.catalogue,
            schedule: foundation.schedule,
            activity: foundation.context.activity
        )
        claims = ClaimService(
            machine: ClaimMachine(hub: settings.hub.rawValue, wait: settings.claimWait),
            hubs: settings.claimHubs,
            schedule: foundation.schedule,
            radio: foundation.radio,
            client: foundation.context.client,
            statistics: foundation.statistics,
            logger: foundation.logger
        )
        reporter = PassiveReporter(
            ready: ReadyBook(silence: settings.rearm),
            events: foundation.events,
            hooks: foundation.hooks,
            judge: foundation.judge,
            statistics: foundation.statistics,
            environment: foundation.environment
        )
        reader = PassiveReader(
            schedule: foundation.schedule,
            claims: claims,
            links: foundation.links,
            reporter: reporter,
            catalogue: foundation.catalogue.catalogue,
            radio: foundation.radio,
            firstFrame: settings.firstFrame,
            environment: foundation.environment
        )
        adverts = AdvertReader(
            catalogue: foundation.catalogue,
            schedule: foundation.schedule,
            store: AdvertStore(store: foundation.store),
            keys: AdvertKeys(secrets: foundation.secrets),
            decoding: foundation.decoding,
            links: foundation.links,
            reporter: reporter,
            logger: foundation.logger
        )
    }
}

/// The services of foreground reading and pairing.
@ReaderIsolation struct ForegroundServices {
    let agent: OperatorAgent
    let sessions: SeatSessions
    let assignments: AssignmentService
    let pairing: PairingService
    let reader: ForegroundReader

    init(_ foundation: ReaderFoundation, adverts: AdvertReader, fates: FateListener) {
        let (context, environment) = (foundation.context, foundation.environment)
        agent = foundation.agent
        sessions = SeatSessions(client: context.client, managerHub: foundation.settings.managerHub)
        assignments = AssignmentService(
            store: foundation.store,
            requests: context.requests,
            managerHub: foundation.settings.managerHub,
            environment: environment,
            logger: foundation.logger
        )
        pairing = PairingService(
            radio: foundation.radio,
            lock: foundation.lock,
            agent: agent,
            users: foundation.users,
            links: foundation.links,
            assignments: assignments,
            adverts: adverts,
            schedule: foundation.schedule,
            forgotten: foundation.forgotten,
            events: foundation.events,
            environment: environment,
            logger: foundation.logger
        )
        let reporter = ForegroundReporter(events: foundation.events)
        reader = ForegroundReader(
            worker: ForegroundWorker(
                links: foundation.links,
                adverts: adverts,
                pairing: pairing,
                reporter: reporter,
                fates: fates,
                environment: environment
            ),
            reporter: reporter,
            schedule: foundation.schedule,
            nearby: foundation.nearby,
            sessions: sessions,
            checks: PairingChecks(
                catalogue: foundation.catalogue.catalogue,
                nearby: foundation.nearby,
                radio: foundation.radio,
                assignments: assignments,
                environment: foundation.environment
            ),
            catalogue: foundation.catalogue,
            judge: foundation.judge,
            radio: foundation.radio,
            environment: environment
        )
    }
}

/// The services that clean up: forgetting, erasing, recovery and retention.
@ReaderIsolation struct UpkeepServices {
    let forgetting: ForgetService
    let erasing: ErasureService
    let housekeeping: Housekeeping

    init(_ foundation: ReaderFoundation, passive: PassiveServices, foreground: ForegroundServices) {
        let settings = foundation.settings
        forgetting = ForgetService(
            foreground: foreground.reader,
            forgotten: foundation.forgotten,
            radio: foundation.radio,
            lock: foundation.lock,
            store: foundation.store,
            adverts: passive.adverts,
            judge: foundation.judge,
            hub: settings.hub,
            logger: foundation.logger
        )
        erasing = ErasureService(
            foreground: foreground.reader,
            radio: foundation.radio,
            lock: foundation.lock,
            store: foundation.store,
            decoding: foundation.decoding,
            adverts: passive.adverts,
            secrets: foundation.secrets,
            wake: foundation.wake,
            hub: settings.hub,
            logger: foundation.logger
        )
        let folder = foundation.context.stateDirectory
        housekeeping = Housekeeping(
            schedule: foundation.schedule,
            claims: passive.claims,
            foreground: foreground.reader,
            assignments: foreground.assignments,
            recovery: foundation.recovery,
            adverts: passive.adverts,
            lock: foundation.lock,
            store: foundation.store,
            retention: RetentionGate(
                file: folder.appending(path: "device-reader-\(settings.hub).clock"),
                isTrusted: settings.isClockTrusted
            ),
            framesKept: settings.framesKept,
            environment: foundation.environment,
            logger: foundation.logger
        )
    }
}

/// The reader's services, wired once and run together.
@ReaderIsolation struct ReaderServices {
    let foundation: ReaderFoundation
    let passive: PassiveServices
    let foreground: ForegroundServices
    let upkeep: UpkeepServices
    let radio: RadioWatch
    let sightings: SightingFollower
    let relay: OutboxRelay
    let health: ReaderHealth

    init(_ foundation: ReaderFoundation) {
        self.foundation = foundation
        let fates = FateListener()
        passive = PassiveServices(foundation)
        foreground = ForegroundServices(foundation, adverts: passive.adverts, fates: fates)
        upkeep = UpkeepServices(foundation, passive: passive, foreground: foreground)
        let (context, environment) = (foundation.context, foundation.environment)
        radio = RadioWatch(
            radio: foundation.radio,
            agent: foreground.agent,
            schedule: foundation.schedule,
            foreground: foreground.reader,
            nearby: foundation.nearby,
            environment: environment,
            logger: foundation.logger
        )
        sightings = SightingFollower(
            client: context.client,
            hub: context.address.hub,
            nearby: foundation.nearby,
            forgotten: foundation.forgotten,
            foreground: foreground.reader,
            schedule: foundation.schedule,
            reporter: passive.reporter,
            adverts: passive.adverts,
            environment: environment
        )
        relay = OutboxRelay(
            store: foundation.store,
            client: context.client,
            requests: context.requests,
            hub: foundation.settings.managerHub,
            clock: SystemBootClock(),
            logger: foundation.logger,
            wake: foundation.wake,
            seen: SeenMark(file: context.stateDirectory.appending(path: "session-manager.mark")),
            onResults: { fates.hear($0) }
        )
        health = ReaderHealth(
            store: foundation.store,
            statistics: foundation.statistics,
            hooks: foundation.hooks,
            radio: radio,
            passive: passive.reporter,
            catalogueProblem: foundation.catalogueProblem,
            environment: environment,
            logger: foundation.logger
        )
    }

    nonisolated var handlers: [RequestHandler] {
        foundation.catalogue.handlers + passive.set.handlers + foreground.reader.handlers
            + foreground.pairing.handlers + upkeep.forgetting.handlers + upkeep.erasing.handlers
    }

    /// Runs all services until cancelled.
    func run() async throws {
        try await foundation.recovery.recover()
        await foundation.schedule.publish()
        try await withThrowingTaskGroup(of: Void.self) { group in
            // The relay sends the outbox even without a radio.
            group.addTask { await relay.run() }
            group.addTask { try await radio.runRadio() }
            group.addTask { try await sightings.run() }
            group.addTask { try await foreground.sessions.follow() }
            group.addTask { try await passive.claims.follow() }
            group.addTask { await radio.run() }
            group.addTask { await foundation.hooks.run() }
            group.addTask { await upkeep.housekeeping.run() }
            group.addTask { await passive.reader.run() }
            while try await group.next() != nil {}
        }
        await radio.close()
    }

    /// Starts no new reading, and stops the current one in order.
    func drain() async {
        foundation.schedule.close()
        await foreground.reader.cancel()
        foundation.schedule.stop()
        await foundation.lock.close()
    }
}
