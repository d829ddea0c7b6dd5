internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import QueueStore
internal import VitalRecords
internal import WorkQueue

/// Owns the queue `upload`: answers workers' demands with leased records.
actor GrantDispatcher {
    /// The most records of one grant message: they stay below 64 KiB with room for long ones.
    static let itemsPerGrant = 16
    /// The most bytes of records in one grant message.
    static let bytesPerGrant = 48_000
    /// The most bytes of one record in a grant message: the envelope takes the rest of 64 KiB.
    static let bytesPerRecord = 60_000
    /// The most records that are dealt at a time.
    static let recordsPerDeal = 512

    let store: QueueStore
    let client: BusClient
    let logger: Logger
    let clock: any BootClock
    let backoff: Backoff
    let term: Duration
    /// Makes the numbers of grants.
    let seal: GrantSeal
    let marks: StoreMarks
    let wake: WakeUp
    let onChange: @Sendable () -> Void
    var book = PullBook()
    /// The newest start of each worker that the store knows of, so that not every demand asks it.
    private var starts: [String: Int64] = [:]
    private let rates: RateLimit
    /// Destinations with work to which no uploader delivers.
    private(set) var unserved: [String] = []
    /// Which sessions' credentials are to be confirmed.
    var checks = ValidationBook()
    /// Sessions about whose credentials somebody waits to hear, by id.
    var candidates: [String: CredentialCandidate] = [:]
    /// Whether the process stops: nobody is asked about credentials any more.
    var isStopping = false
    /// Whether sessions have started or ended since the book was compared with the store.
    var looksAtSessions = true
    /// Which destinations are in trouble.
    var pulse = DestinationPulse()
    /// How many rows could not be read and were settled as rejected.
    var unreadableRows = 0
    /// When something is due by itself, as the store said last; at the start, now.
    private var due: BootInstant? = .zero

    init(
        store: QueueStore,
        client: BusClient,
        logger: Logger,
        clock: any BootClock,
        term: Duration,
        seal: GrantSeal,
        marks: StoreMarks,
        rates: RateLimit,
        backoff: Backoff,
        wake: WakeUp,
        onChange: @escaping @Sendable () -> Void
    ) {
        self.store = store
        self.client = client
        self.logger = logger
        self.clock = clock
        self.term = term
        self.seal = seal
        self.marks = marks
        self.backoff = backoff
        self.wake = wake
        self.onChange = onChange
        self.rates = rates
    }

    /// Grants until cancelled: on demand, on new records, when a lease or a delay ends.
    func run(bootID: String) async throws {
        // A restarted owner cannot know what workers do: every lease lasts one more term from now.
        try await store.delivery.extendAllLeases(
            now: clock.now,
            term: term,
            bootID: bootID,
            at: client.environment.now()
        )
        for api in try await store.delivery.delayedDestinations() { pulse.doubt(api, now: clock.now) }
        while !Task.isCancelled {
            do {
                try await step()
            } catch is CancellationError {
                return
            } catch {
                logger.warning("grants wait", metadata: ["error": "\(error)"])
                await wake.wait(atMost: .seconds(1), clock: client.environment.clock)
            }
        }
    }

    /// Takes workers' demands until cancelled.
    func receivePulls() async throws {
        let subscription = try await client.subscribe(to: [UploadWork.pull.descriptor], hub: client.address.hub)
        for await message in subscription {
            guard let demand = WorkPull.read(message, by: client), case let pull = demand.data else {
                logger.warning("a demand is passed over", metadata: ["bytes": "\(message.payload.count)"])
                continue
            }
            guard await marks.isNewest(pull.seenMark), await freeEarlier(pull, of: demand.epoch) else { continue }
            book.pull(
                worker: pull.worker,
                free: pull.free,
                freeLive: pull.freeLive,
                apis: pull.apis?.map(\.rawValue),
                pullID: pull.pullID,
                ledger: pull.ledger.map(LedgerMark.init),
                now: clock.now
            )
            wake.signal()
        }
        subscription.cancel()
    }

    /// A worker that has started again holds nothing of before but what it names: the rest need not wait for its lease's end.
    ///
    /// - Returns: False where that could not be noted; then the demand must get nothing, or it would be freed by the next one.
    private func freeEarlier(_ pull: WorkPull, of epoch: Int64?) async -> Bool {
        guard let epoch, let open = pull.openGrants, starts[pull.worker] ?? .min < epoch else { return true }
        let known = open.compactMap { grant in
            seal.fence(grant.fence, of: grant.logID.rawValue, for: pull.worker)
                .map { GrantKey(logID: grant.logID.rawValue, fence: $0) }
        }
        // Of a grant under a number that nobody knows here any more, something may have been sent: the leases' ends settle it.
        guard known.count == open.count else { return true }
        do {
            let freed = try await store.delivery.freeLeases(
                of: pull.worker,
                epoch: epoch,
                except: Set(known),
                ledger: pull.ledger.map(LedgerMark.init),
                seen: book.ledger(of: pull.worker),
                now: clock.now,
                at: client.environment.now()
            )
            if freed == nil {
                logger.warning(
                    "a worker's ledger is older than it was, or another one: its leases run to their end, and count as possibly sent",
                    metadata: ["worker": "\(pull.worker)"]
                )
            }
            if freed ?? 0 > 0 { onChange() }
            if starts.count >= PullBook.limit { starts = [:] }
            starts[pull.worker] = epoch
            return true
        } catch {
            logger.warning("a worker's start is not noted yet", metadata: ["error": "\(error)"])
            return false
        }
    }

    /// Watches workers' availability until cancelled: a last will stops new grants, and only that.
    func watchWorkers() async throws {
        try await LostWorkers.watch(.uploader, by: client) { book.unavailable($0) }
    }

    private func step() async throws {
        let now = clock.now
        if let due, due <= now, try await store.delivery.expireLeases(now: now, at: client.environment.now()) > 0 {
            onChange()
        }
        try await askForCredentials()
        try await followPulse()
        var isMoreDue = try await store.delivery.isAnyDue(now: now)
        if isMoreDue { isMoreDue = try await store.delivery.promoteDue(now: now, at: client.environment.now()) }
        while try await deal() {}
        // What is due already and still stands, a probe, waits for a demand, which wakes this loop.
        due = try await store.delivery.nextDue(after: now)
        if isMoreDue { return }
        let next = [due, checks.nextDue, pulse.next].compactMap { $0.map { $0.milliseconds - clock.now.milliseconds } }
        let pause = min(5_000, (next.filter { $0 > 0 }.min() ?? 5_000) + 1)
        await wake.wait(atMost: .milliseconds(pause), clock: client.environment.clock)
    }

    /// Deals what there is to the workers that take anything; false when nothing could be granted.
    private func deal() async throws -> Bool {
        let now = clock.now
        let room = book.room(now: now)
        guard room > 0 else { return false }
        let work = try await store.delivery.ready(
            rates,
            limit: min(room, Self.recordsPerDeal),
            now: now,
            at: client.environment.now()
        )
        tellUnserved(book.unserved(work, now: now))
        var isAnyGranted = false
        for share in book.shares(of: work, now: clock.now) {
            if try await answer(share) { isAnyGranted = true }
        }
        return isAnyGranted
    }

    private func tellUnserved(_ apis: [String]) {
        for api in apis where !unserved.contains(api) {
            logger.warning("records wait, and no uploader delivers there", metadata: ["destination": "\(api)"])
        }
        unserved = apis
    }

    /// Grants a worker its share; false when there is nothing to grant.
    private func answer(_ share: PullBook.Share) async throws -> Bool {
        var (live, history) = (share.live, share.history)
        var isAnyGranted = false
        while live + history > 0 {
            let size = min(live + history, Self.itemsPerGrant)
            let request = GrantRequest(
                worker: share.demand.worker,
                free: size,
                history: size - min(live, size),
                term: term,
                apis: share.demand.apis,
                rates: rates,
                ledger: share.demand.ledger
            )
            let grants = try await store.delivery.grant(request, now: clock.now, at: client.environment.now())
            guard !grants.isEmpty else { break }
            let old = grants.count { $0.isHistory }
            book.granted(live: grants.count - old, history: old, to: share.demand)
            let stuck = grants.filter { !$0.isImage && $0.record.count > Self.bytesPerRecord }
            let sendable = stuck.isEmpty ? grants : grants.filter { !stuck.contains($0) }
            for part in Self.parts(sendable) { await send(part, to: share.demand) }
            await fail(stuck, .tooLong)
            onChange()
            isAnyGranted = true
            history -= request.history  // In range: a part of it.
            live -= size - request.history  // In range: a part of it.
        }
        return isAnyGranted
    }
}
