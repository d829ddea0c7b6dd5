internal import ActorRuntime
internal import BusContract
internal import Curl
internal import DeliveryRules
internal import FoundationEssentials
package import LedgerStore
internal import Logging
internal import MessageBus
internal import StoreEngine
internal import WorkQueue

/// The uploader's work: demands, grants, attempts and answers. The decisions are in ``PullMachine``, ``UploadSlots``,
/// ``AckOutbox`` and the destinations; this actor carries them out.
package actor UploadService {
    let context: ActorContext
    let settings: UploaderSettings
    let clock: any BootClock
    /// The attempt ledger.
    package nonisolated let ledger: LedgerStore
    let curl: CurlClient
    let credentials: CredentialCache
    /// How far the owner's store has come, as it told.
    let seen: SeenMark
    let inbox: GrantInbox
    let owner: OwnerVoice
    let checker: CredentialChecker
    private let sweeper: LedgerSweeper

    var pulls = PullMachine()
    var slots: UploadSlots
    var answers = GrantAnswers()
    var loners = Loners()
    var waitingChecks = WaitingChecks()
    var condition: UploadHealth
    var isSubscribed = false
    /// What an earlier start was granted and this one will answer for; nil once the owner knows, or where it is too much to say.
    var openGrants: [WorkPull.OpenGrant]?
    /// Until when nothing is asked for, since what came last could not be used.
    var holdUntil = BootInstant.zero

    let pullSignal = WakeSignal()
    let workSignal = WakeSignal()
    let ackSignal = WakeSignal()
    let checkSignal = WakeSignal()

    init(_ context: ActorContext, clock: any BootClock) async throws {
        self.context = context
        self.clock = clock
        settings = try UploaderSettings(context.configuration)
        // Without the site's key no token opens: better not to start than to hand every record back.
        _ = try context.siteKey
        curl = try CurlClient(settings.http)
        credentials = CredentialCache(context, ownerHub: settings.ownerHub)
        slots = UploadSlots(concurrency: settings.concurrency, prefetch: settings.prefetch)
        condition = UploadHealth(logger: context.logger)
        let path = context.stateDirectory.appending(path: "uploader.sqlite").path
        ledger = try await LedgerStore.open(StoreConfiguration(path: path))
        seen = SeenMark(file: context.stateDirectory.appending(path: "session-manager.mark"))
        sweeper = try LedgerSweeper(context, ledger: ledger, keeps: settings.ledgerRetention)
        inbox = GrantInbox(context: context, ownerHub: settings.ownerHub)
        owner = OwnerVoice(context: context, settings: settings, clock: clock)
        checker = CredentialChecker(
            destinations: settings.destinations,
            credentials: credentials,
            curl: curl,
            timeout: settings.requestTimeout
        )
    }

    /// Works until cancelled.
    ///
    /// - Throws: `StoreError` when the ledger cannot be read, `BusError` when the broker forbids the own grants.
    package func run() async throws {
        let later = try await recover()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.receiveGrants() }
            group.addTask { await self.tellLater(later) }
            group.addTask { await self.watchConnection() }
            group.addTask { await self.tick() }
            group.addTask { await self.sendPulls() }
            group.addTask { await self.work() }
            group.addTask { await self.tellOwner() }
            group.addTask { await self.checkCredentials() }
            group.addTask { await self.sweeper.run { await self.pause($0) } }
            while try await group.next() != nil {}
        }
    }

    /// Takes nothing new, gives back what waits, finishes what is on its way, and tells the owner of all of it.
    ///
    /// Requests that take longer than the time for it are cut off and told as possibly sent. Ends early when cancelled.
    package func drain() async {
        for held in slots.drain() { settle(held, outcome: UploadOutcome(unsent: held.work, result: .release)) }
        pullSignal.raise()
        let end = clock.now + settings.drainGrace
        while slots.runningCount > 0, clock.now < end, !Task.isCancelled { await pause(.milliseconds(20)) }
        await curl.shutDown()
        while slots.runningCount > 0 || !answers.acks.isEmpty, !Task.isCancelled { await pause(.milliseconds(20)) }
    }

    /// Depths, counts and what is wrong.
    func health() async -> HealthFacts {
        let store = await ledger.health
        let depths = [
            "waiting": slots.waitingCount, "sending": slots.runningCount, "unconfirmed": answers.acks.count,
        ]
        return condition.facts(of: store, depths: depths)
    }

    /// Waits, or returns early when cancelled.
    func pause(_ time: Duration) async { try? await context.environment.clock.sleep(for: time) }
}
