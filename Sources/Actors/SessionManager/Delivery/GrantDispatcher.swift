internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import QueueStore
internal import VitalRecords

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
    nonisolated let line: OwnerLine
    let backoff: Backoff
    let marks: StoreMarks
    /// Has uploaders confirm credentials.
    let asker: CredentialAsker
    let onChange: @Sendable () -> Void
    var desk = OwnerDesk()
    /// The newest start of each worker that the store knows, cached so that not every demand queries the store.
    private var starts: [String: Int64] = [:]
    private let rates: RateLimit
    /// Destinations with work to which no uploader delivers.
    private(set) var unserved: [String] = []
    /// Which destinations are in trouble.
    var pulse = DestinationPulse()

    init(
        _ line: OwnerLine,
        store: QueueStore,
        marks: StoreMarks,
        asker: CredentialAsker,
        rates: RateLimit,
        backoff: Backoff,
        onChange: @escaping @Sendable () -> Void
    ) {
        self.line = line
        self.store = store
        self.marks = marks
        self.asker = asker
        self.backoff = backoff
        self.onChange = onChange
        self.rates = rates
    }

    /// Probes each destination for which records were delayed when the last process ended, so that they wait no longer
    /// than necessary.
    func begin() async throws {
        for api in try await store.delivery.delayedDestinations() { pulse.doubt(api, now: line.clock.now) }
    }

    /// Whether a demand may be answered: the store is not older than its worker has seen it, and earlier leases are
    /// freed.
    func admit(_ demand: Envelope<WorkPull>) async -> Bool {
        guard await marks.isNewest(demand.data.seenMark) else { return false }
        return await freeEarlier(demand.data, of: demand.epoch)
    }

    /// Makes records due that have waited long enough.
    ///
    /// - Returns: Whether more of them are left.
    func promote(now: BootInstant) async throws -> Bool {
        guard try await store.delivery.isAnyDue(now: now) else { return false }
        return try await store.delivery.promoteDue(now: now, at: line.time)
    }

    /// Whether uploaders are running, but none can deliver images.
    var lacksImagePath: Bool { desk.book.lacksImagePath(now: line.clock.now) }

    /// The work that could be granted, by destination.
    func ready(room: Int, now: BootInstant) async throws -> [ReadyWork] {
        let limit = min(room, Self.recordsPerDeal)
        let work = try await store.delivery.ready(rates, limit: limit, now: now, at: line.time)
        tellUnserved(desk.book.unserved(work, now: now))
        return work
    }

    /// Leases a worker its share.
    func lease(_ share: PullBook.Share) async throws -> [Grant] {
        let request = GrantRequest(
            worker: share.demand.worker,
            free: share.live + share.history,  // In range: dealt one by one.
            history: share.history,
            term: line.term,
            apis: share.demand.open,
            rates: rates,
            ledger: share.demand.ledger
        )
        return try await store.delivery.grant(request, now: line.clock.now, at: line.time)
    }

    /// Commits the owner's own outcome for leased records.
    func settle(_ granted: [Grant], as outcome: AttemptOutcome) async throws {
        let answers = granted.map { Answer(logID: $0.logID, fence: $0.fence, outcome: outcome) }
        _ = try await store.delivery.settle(answers, now: line.clock.now, at: line.time)
    }

    /// Frees the leases that a restarted worker no longer holds, so that the records need not wait until their leases
    /// end.
    ///
    /// - Returns: False if the start could not be saved. The demand must then get nothing, because the next demand
    ///   would free that grant too.
    private func freeEarlier(_ pull: WorkPull, of epoch: Int64?) async -> Bool {
        guard let epoch, let open = pull.openGrants, starts[pull.worker] ?? .min < epoch else { return true }
        let known = open.compactMap { grant in
            line.seal.fence(grant.fence, of: grant.logID.rawValue, for: pull.worker)
                .map { GrantKey(logID: grant.logID.rawValue, fence: $0) }
        }
        // The worker names a grant that this owner cannot match. It may have been sent, so the leases' ends settle
        // everything.
        guard known.count == open.count else { return true }
        do {
            let freed = try await store.delivery.freeLeases(
                of: pull.worker,
                epoch: epoch,
                except: Set(known),
                ledger: pull.ledger.map(LedgerMark.init),
                seen: desk.book.ledger(of: pull.worker),
                now: line.clock.now,
                at: line.time
            )
            if freed == nil {
                line.logger.warning(
                    "a worker has an older or different ledger: its leases run out, and their records count as possibly sent",
                    metadata: ["worker": "\(pull.worker)"]
                )
            }
            if freed ?? 0 > 0 {
                line.changes.add()
                onChange()
            }
            if starts.count >= PullBook.limit { starts = [:] }
            starts[pull.worker] = epoch
            return true
        } catch {
            line.logger.warning("could not record a worker's start; will retry", metadata: ["error": "\(error)"])
            return false
        }
    }

    private func tellUnserved(_ apis: [String]) {
        for api in apis where !unserved.contains(api) {
            line.logger.warning(
                "records are queued, but no uploader delivers to their destination",
                metadata: ["destination": "\(api)"]
            )
        }
        unserved = apis
    }
}
