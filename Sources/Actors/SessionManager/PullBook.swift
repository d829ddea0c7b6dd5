internal import Delivery

/// The workers' demands: who takes how many records now, and whose turn it is.
struct PullBook: Sendable {
    /// A worker's latest demand.
    struct Demand: Sendable, Hashable {
        /// The worker.
        let worker: String
        /// The demand's id, which the grant repeats.
        let pullID: String
        /// How many records it still takes.
        var free: Int
        /// When it came.
        let at: BootInstant
    }

    /// Older demands are not answered: their leases would be over before they arrive.
    static let freshness = Duration.seconds(15)
    /// The most workers remembered.
    static let limit = 1024

    private var demands: [String: Demand] = [:]
    private var turns: [String] = []
    private var roster = WorkerRoster()

    /// Notes a demand; it replaces the worker's earlier one.
    mutating func pull(worker: String, free: Int, pullID: String, now: BootInstant) {
        roster.online(worker)
        if demands[worker] == nil {
            if demands.count >= Self.limit { forgetOld(now: now) }
            guard demands.count < Self.limit else { return }
            turns.append(worker)
        }
        demands[worker] = Demand(worker: worker, pullID: pullID, free: min(max(0, free), 256), at: now)
    }

    /// Workers that vanished without a last will must not fill the book for good.
    private mutating func forgetOld(now: BootInstant) {
        demands = demands.filter { now < $0.value.at + Self.freshness }
        turns.removeAll { demands[$0] == nil }
    }

    /// Notes a worker's last will or goodbye: no new grants until it pulls again.
    mutating func unavailable(_ worker: String) {
        roster.unavailable(worker)
        demands[worker] = nil
        turns.removeAll { $0 == worker }
    }

    /// The next demand to answer, in turn; nil when nobody takes anything.
    mutating func next(now: BootInstant) -> Demand? {
        for _ in turns {
            let worker = turns.removeFirst()
            turns.append(worker)
            guard let demand = demands[worker], demand.free > 0, roster.mayGrant(to: worker),
                now < demand.at + Self.freshness
            else { continue }
            return demand
        }
        return nil
    }

    /// Notes that a demand was answered with so many records.
    mutating func granted(_ count: Int, to demand: Demand) {
        guard var present = demands[demand.worker], present.pullID == demand.pullID else { return }
        present.free -= count
        demands[demand.worker] = present
    }
}
