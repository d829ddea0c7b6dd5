package import DeliveryRules

/// The workers' demands: how many records each one takes now, and its share of the work.
package struct PullBook: Sendable {
    /// A worker's latest demand.
    package struct Demand: Sendable, Hashable {
        /// The worker.
        package let worker: String
        /// The demand's id, which the grant repeats.
        package let pullID: String
        /// The destinations that it delivers to; nil for all except those for images.
        package let apis: Set<String>?
        /// The destinations for which it takes nothing now.
        package let full: Set<String>
        /// How many records of any kind it still takes.
        package var free: Int
        /// How many live records it still takes; history never fills these places.
        package var freeLive: Int
        /// How far the worker's ledger has come; nil if the worker does not say.
        package let ledger: LedgerMark?
        /// When the demand arrived.
        package let at: BootInstant

        /// The destinations for which it takes records now; nil for all except those for images.
        package var open: Set<String>? { apis?.subtracting(full) }
    }

    /// One demand's share of the available work.
    package struct Share: Sendable, Hashable {
        /// The demand.
        package let demand: Demand
        /// Live records.
        package var live = 0
        /// History records.
        package var history = 0
    }

    /// The maximum age of a demand: a lease granted on an older one would end before the grant arrives.
    package static let freshness = Duration.seconds(15)
    /// The most workers remembered.
    package static let limit = 1024

    private var demands: [String: Demand] = [:]
    /// The workers in the order of their arrival, which breaks ties.
    private var order: [String] = []
    /// Each worker's credit in the dealing so far.
    private var credits: [String: Int] = [:]
    private var roster = WorkerRoster()
    /// How far each worker's ledger had come at its last report; kept even after a last will.
    private var ledgers: [String: LedgerMark] = [:]

    /// Creates an empty book.
    package init() {}

    /// Notes a demand; it replaces the worker's earlier one.
    ///
    /// - Parameter freeLive: As many as `free` when nil.
    package mutating func pull(
        worker: String,
        free: Int,
        freeLive: Int? = nil,
        apis: [String]? = nil,
        full: [String] = [],
        pullID: String,
        ledger: LedgerMark? = nil,
        now: BootInstant
    ) {
        roster.online(worker)
        if let ledger {
            if ledgers.count >= Self.limit { ledgers = [:] }
            ledgers[worker] = ledger
        }
        if demands[worker] == nil {
            if demands.count >= Self.limit { forgetOld(now: now) }
            guard demands.count < Self.limit else { return }
            order.append(worker)
        }
        demands[worker] = Demand(
            worker: worker,
            pullID: pullID,
            apis: apis.map(Set.init),
            full: Set(full),
            free: min(max(0, free), 256),
            freeLive: min(max(0, freeLive ?? free), 256),
            ledger: ledger,
            at: now
        )
    }

    /// Forgets old demands, so that workers that vanished without a last will do not fill the book.
    private mutating func forgetOld(now: BootInstant) {
        demands = demands.filter { now < $0.value.at + Self.freshness }
        credits = credits.filter { demands[$0.key] != nil }
        order.removeAll { demands[$0] == nil }
    }

    /// Notes a worker's last will or goodbye: no new grants until it pulls again.
    package mutating func unavailable(_ worker: String) {
        roster.unavailable(worker)
        demands[worker] = nil
        credits[worker] = nil
        order.removeAll { $0 == worker }
    }

    /// How far a worker's ledger had come at its last report; nil if that is not remembered.
    package func ledger(of worker: String) -> LedgerMark? { ledgers[worker] }

    /// The demands that may be answered now, including those of full workers.
    package func open(now: BootInstant) -> [Demand] {
        order.compactMap { demands[$0] }.filter { roster.mayGrant(to: $0.worker) && now < $0.at + Self.freshness }
    }

    /// How many records all workers together take now.
    package func room(now: BootInstant) -> Int { open(now: now).reduce(0) { $0 + max($1.free, $1.freeLive) } }

    /// The destinations with work to which no running worker delivers.
    package func unserved(_ work: [ReadyWork], now: BootInstant) -> [String] {
        let workers = open(now: now)
        guard !workers.isEmpty else { return [] }
        return work.map(\.api).filter { api in !workers.contains { ImageDestination.isTaken(by: $0.apis, name: api) } }
    }

    /// Whether workers are running, but none delivers images to any destination.
    package func lacksImagePath(now: BootInstant) -> Bool {
        let workers = open(now: now)
        guard !workers.isEmpty else { return false }
        return !workers.contains { $0.apis?.contains { ImageDestination.api(of: $0) != nil } ?? false }
    }

    /// Deals the available work to the workers by their free places: live records first, then history.
    package mutating func shares(of work: [ReadyWork], now: BootInstant) -> [Share] {
        var shares = open(now: now).map { Share(demand: $0) }
        for kind in [Kind.live, .history] {
            for ready in work {
                deal(kind == .live ? ready.live : ready.history, of: ready.api, kind: kind, to: &shares)
            }
        }
        return shares.filter { $0.live + $0.history > 0 }
    }

    /// Subtracts the records that a demand was granted.
    package mutating func granted(live: Int, history: Int, to demand: Demand) {
        guard var present = demands[demand.worker], present.pullID == demand.pullID else { return }
        present.free -= live + history
        present.freeLive -= live
        demands[demand.worker] = present
    }
}

// MARK: - Dealing

extension PullBook {
    private enum Kind {
        case live
        case history
    }

    /// Deals records one by one: each worker's credit grows by its free places, and the record goes to the highest
    /// credit, which pays for it.
    ///
    /// So shares follow capacities even when records come one at a time.
    private mutating func deal(_ count: Int, of api: String, kind: Kind, to shares: inout [Share]) {
        let takers = shares.indices.filter { ImageDestination.isTaken(by: shares[$0].demand.open, name: api) }
        var left = count
        while left > 0 {
            let rooms = takers.map { (index: $0, room: Self.room(shares[$0], kind: kind)) }.filter { $0.room > 0 }
            guard !rooms.isEmpty else { return }
            for (index, room) in rooms { credits[shares[index].demand.worker, default: 0] += room }
            var best = rooms[0].index
            for (index, _) in rooms where credit(shares[index]) > credit(shares[best]) { best = index }
            credits[shares[best].demand.worker, default: 0] -= rooms.reduce(0) { $0 + $1.room }
            if kind == .live { shares[best].live += 1 } else { shares[best].history += 1 }
            left -= 1
        }
    }

    private func credit(_ share: Share) -> Int { credits[share.demand.worker] ?? 0 }

    private static func room(_ share: Share, kind: Kind) -> Int {
        switch kind {
        case .live: share.demand.freeLive - share.live
        case .history: share.demand.free - share.live - share.history
        }
    }
}
