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
        let (settings, context) = (foundation.settings, foundation.context)
        set = PassiveSetService(
            file: settings.passiveSet,
            catalogue: foundation.catalogue.catalogue,
            schedule: foundation.schedule,
            activity: context.activity
        )
        claims = ClaimService(foundation)
        reporter = PassiveReporter(
            ready: ReadyBook(silence: settings.rearm),
            events: foundation.events,
            hooks: foundation.hooks,
            judge: foundation.judge,
            statistics: foundation.statistics,
            environment: context.environment
        )
        reader = PassiveReader(
            schedule: foundation.schedule,
            claims: claims,
            links: foundation.links,
            reporter: reporter,
            catalogue: foundation.catalogue.catalogue,
            radio: foundation.radio,
            firstFrame: settings.firstFrame,
            environment: context.environment
        )
        adverts = AdvertReader(
            catalogue: foundation.catalogue,
            schedule: foundation.schedule,
            store: AdvertStore(store: foundation.store),
            keys: AdvertKeys(secrets: foundation.secrets),
            decoding: foundation.decoding,
            links: foundation.links,
            reporter: reporter,
            logger: context.logger
        )
    }
}

/// The services of foreground reading and pairing.
@ReaderIsolation struct ForegroundServices {
    let sessions: SeatSessions
    let assignments: AssignmentRequests
    let pairing: PairingService
    let reader: ForegroundReader

    init(_ foundation: ReaderFoundation, adverts: AdvertReader, fates: FateListener) {
        let (context, managerHub) = (foundation.context, foundation.settings.managerHub)
        sessions = SeatSessions(client: context.client, managerHub: managerHub)
        assignments = AssignmentRequests(context, store: foundation.store, managerHub: managerHub)
        pairing = PairingService(foundation: foundation, assignments: assignments, adverts: adverts)
        let reporter = ForegroundReporter(events: foundation.events)
        reader = ForegroundReader(
            foundation,
            worker: ForegroundWorker(
                links: foundation.links,
                adverts: adverts,
                pairing: pairing,
                reporter: reporter,
                fates: fates
            ),
            reporter: reporter,
            sessions: sessions,
            checks: PairingChecks(foundation: foundation, assignments: assignments)
        )
    }
}

/// The services that clean up: forgetting, erasing, recovery and retention.
@ReaderIsolation struct UpkeepServices {
    let forgetting: ForgetService
    let erasing: ErasureService
    let housekeeping: Housekeeping

    init(_ foundation: ReaderFoundation, passive: PassiveServices, foreground: ForegroundServices) {
        let (adverts, reader) = (passive.adverts, foreground.reader)
        forgetting = ForgetService(foundation: foundation, foreground: reader, adverts: adverts)
        erasing = ErasureService(foundation: foundation, foreground: reader, adverts: adverts)
        let (settings, folder) = (foundation.settings, foundation.context.stateDirectory)
        housekeeping = Housekeeping(
            foundation: foundation,
            claims: passive.claims,
            foreground: reader,
            assignments: foreground.assignments,
            adverts: adverts,
            retention: RetentionGate(
                file: folder.appending(path: "device-reader-\(settings.hub).clock"),
                isTrusted: settings.isClockTrusted
            )
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
    let ownSightings: OwnSightings
    let relay: OutboxRelay
    let health: ReaderHealth
    let dueHook: DueHook
    let version: VersionService

    init(_ foundation: ReaderFoundation) {
        self.foundation = foundation
        let (fates, context) = (FateListener(), foundation.context)
        passive = PassiveServices(foundation)
        foreground = ForegroundServices(foundation, adverts: passive.adverts, fates: fates)
        upkeep = UpkeepServices(foundation, passive: passive, foreground: foreground)
        radio = RadioWatch(foundation, foreground: foreground.reader)
        sightings = SightingFollower(
            foundation: foundation,
            foreground: foreground.reader,
            reporter: passive.reporter,
            adverts: passive.adverts
        )
        ownSightings = OwnSightings(foundation: foundation, follower: sightings)
        relay = OutboxRelay(
            store: foundation.store,
            client: context.client,
            requests: context.requests,
            hub: foundation.settings.managerHub,
            clock: SystemBootClock(),
            logger: context.logger,
            wake: foundation.wake,
            seen: SeenMark(file: context.stateDirectory.appending(path: "session-manager.mark")),
            onResults: { fates.hear($0) }
        )
        health = ReaderHealth(foundation: foundation, watch: radio, passive: passive.reporter)
        dueHook = DueHook(foundation)
        let state = context.machineDirectory
        version = VersionService(
            hub: foundation.settings.hub.rawValue,
            desk: UpdateDesk(
                status: UpdateDesk.standardStatus,
                request: state == MachinePlace.stateDirectory ? "\(state)/update/request" : nil
            ),
            store: foundation.store,
            environment: context.environment,
            logger: context.logger
        )
    }

    nonisolated var handlers: [RequestHandler] {
        foundation.catalogue.handlers + passive.set.handlers + foreground.reader.handlers
            + foreground.pairing.handlers + upkeep.forgetting.handlers + upkeep.erasing.handlers
            + version.handlers
    }

    /// Runs all services until cancelled.
    func run() async throws {
        // An erasure may be requested meanwhile: without the lock, a reading would be recovered after its frames are erased.
        try await foundation.lock.withRadio { try await foundation.recovery.recover() }
        await foundation.schedule.publish()
        try await withThrowingTaskGroup(of: Void.self) { group in
            // The relay sends the outbox even without a radio.
            group.addTask { await relay.run() }
            group.addTask { try await radio.runRadio() }
            group.addTask { try await sightings.run() }
            group.addTask { await ownSightings.run() }
            group.addTask { try await foreground.sessions.follow() }
            group.addTask { try await passive.claims.follow() }
            group.addTask { await radio.run() }
            group.addTask { await foundation.hooks.run() }
            group.addTask { try await dueHook.follow() }
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
