internal import ActorRuntime
internal import BusContract
internal import Curl
internal import DeliveryRules
internal import FoundationEssentials
package import LedgerStore
internal import Logging
internal import MessageBus
internal import StoreEngine

/// The uploader's work: its demands, its deliveries of records and images, and its ledger.
package actor UploadService {
    let context: ActorContext
    let settings: UploaderSettings
    let clock: any BootClock
    /// The attempt ledger.
    package nonisolated let ledger: LedgerStore
    let curl: CurlClient
    let transports: DestinationTransports
    let credentials: CredentialCache
    /// The position of the owner's store, as it reported it.
    let seen: SeenMark
    /// The line to the session manager.
    nonisolated let line: WorkLine
    let checker: CredentialChecker
    private let sweeper: LedgerSweeper

    /// The held work and pending reports.
    var desk: WorkDesk
    var loners = Loners()
    var waitingChecks = WaitingChecks()
    var condition: UploadHealth
    var submissions = SubmissionTimes()
    /// The grants of an earlier start that this one will answer for; nil once the owner knows, or if they are too many.
    var openGrants: [WorkPull.OpenGrant]?
    /// Until when no demand is sent, since the last grant could not be used.
    var holdUntil = BootInstant.zero

    let checkWake = WakeUp()

    init(_ context: ActorContext, clock: any BootClock) async throws {
        self.context = context
        self.clock = clock
        settings = try UploaderSettings(context.configuration)
        // Without the site's key no token opens: better not to start than to hand every record back.
        _ = try context.siteKey
        curl = try CurlClient(settings.http)
        transports = DestinationTransports(settings.destinations, http: CurlTransport(curl: curl))
        credentials = CredentialCache(context, ownerHub: settings.ownerHub)
        desk = WorkDesk(
            concurrency: settings.concurrency,
            prefetch: settings.prefetch,
            lanes: settings.destinations.keys.sorted()
        )
        condition = UploadHealth(logger: context.logger)
        let path = context.stateDirectory.appending(path: "uploader.sqlite").path
        ledger = try await LedgerStore.open(StoreConfiguration(path: path))
        seen = SeenMark(file: context.stateDirectory.appending(path: "session-manager.mark"))
        sweeper = try LedgerSweeper(context, ledger: ledger, keeps: settings.ledgerRetention)
        line = WorkLine(context, settings: settings, clock: clock)
        checker = CredentialChecker(
            destinations: settings.destinations,
            credentials: credentials,
            transports: transports,
            timeout: settings.requestTimeout
        )
    }

    /// Works until cancelled.
    ///
    /// - Throws: `StoreError` when the ledger cannot be read, `BusError` when the broker forbids this worker's grants.
    package func run() async throws {
        try await recover()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.receiveGrants() }
            group.addTask { await self.line.atConnects([self.desk.pullWake, self.desk.tellWake]) }
            group.addTask { await self.sendPulls() }
            group.addTask { await self.work() }
            group.addTask { await self.tellOwner() }
            group.addTask { await self.checkCredentials() }
            group.addTask { await self.sweeper.run { await self.line.pause($0) } }
            while try await group.next() != nil {}
        }
    }

    /// Depths, counts and problems.
    func health() async -> HealthFacts {
        let store = await ledger.health
        let depths = [
            "waiting": desk.slots.waitingCount, "sending": desk.slots.runningCount,
            "unconfirmed": desk.answers.acks.count,
        ]
        (condition.counters.pulls, condition.counters.acksRepeated) = (desk.pullsSent, desk.acksRepeated)
        return condition.facts(of: store, depths: depths, destinations: Array(settings.destinations.keys))
    }
}
