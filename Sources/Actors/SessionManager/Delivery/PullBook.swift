package import DeliveryRules

/// The workers' demands: who takes how many records now, and what each one's share is.
package struct PullBook: Sendable {
    /// A worker's latest demand.
    package struct Demand: Sendable, Hashable {
        /// The worker.
        package let worker: String
        /// The demand's id, which the grant repeats.
        package let pullID: String
        /// The destinations that it delivers to; nil for all but those for images.
        package let apis: Set<String>?
        /// Of these, the ones of which it takes nothing now.
        package let full: Set<String>
        /// How many records of any kind it still takes.
        package var free: Int
        /// How many live records it still takes: places that history never fills.
        package var freeLive: Int
        /// How far the worker's ledger has come; nil where it does not say.
        package let ledger: LedgerMark?
        /// When it came.
        package let at: BootInstant

        /// The destinations of which it takes something now; nil for all but those for images.
        package var open: Set<String>? { apis?.subtracting(full) }
    }

    /// What one demand gets of the work that there is.
    package struct Share: Sendable, Hashable {
        /// The demand.
        package let demand: Demand
        /// Live records.
        package var live = 0
        /// History records.
        package var history = 0
    }

    /// Older demands are not answered: their leases would be over before they arrive.
    package static let freshness = Duration.seconds(15)
    /// The most workers remembered.
    package static let limit = 1024

    private var demands: [String: Demand] = [:]
    /// In the order of arrival, which decides between equals.
    private var order: [String] = []
    /// What workers are owed of the work dealt so far.
    private var credits: [String: Int] = [:]
    private var roster = WorkerRoster()
    /// How far each worker's ledger had come when it said so last, its last will notwithstanding.
    private var ledgers: [String: LedgerMark] = [:]

    /// Makes an empty book.
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

    /// Workers that vanished without a last will must not fill the book for good.
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

    /// How far a worker's ledger had come when it said so last; nil where that is not remembered.
    package func ledger(of worker: String) -> LedgerMark? { ledgers[worker] }

    /// The demands that may be answered now, full workers' too.
    package func open(now: BootInstant) -> [Demand] {
        order.compactMap { demands[$0] }.filter { roster.mayGrant(to: $0.worker) && now < $0.at + Self.freshness }
    }

    /// How many records all workers together take now.
    package func room(now: BootInstant) -> Int { open(now: now).reduce(0) { $0 + max($1.free, $1.freeLive) } }

    /// The destinations with work to which no worker that is there delivers.
    package func unserved(_ work: [ReadyWork], now: BootInstant) -> [String] {
        let workers = open(now: now)
        guard !workers.isEmpty else { return [] }
        return work.map(\.api).filter { api in !workers.contains { ImageDestination.isTaken(by: $0.apis, name: api) } }
    }

    /// Whether workers are there, and none delivers images anywhere.
    package func lacksImagePath(now: BootInstant) -> Bool {
        let workers = open(now: now)
        guard !workers.isEmpty else { return false }
        return !workers.contains { $0.apis?.contains { ImageDestination.api(of: $0) != nil } ?? false }
    }

    /// Deals the work that there is to the workers by what each has free: live records first, then history.
    package mutating func shares(of work: [ReadyWork], now: BootInstant) -> [Share] {
        var shares = open(now: now).map { Share(demand: $0) }
        for kind in [Kind.live, .history] {
            for ready in work {
                deal(kind == .live ? ready.live : ready.history, of: ready.api, kind: kind, to: &shares)
            }
        }
        return shares.filter { $0.live + $0.history > 0 }
    }

    /// Notes that a demand was answered with so many records.
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

    /// Deals records one by one: each worker's credit grows by what it has free, the most gets the record and pays.
    ///
    /// So shares keep to capacities also where records come one at a time.
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
