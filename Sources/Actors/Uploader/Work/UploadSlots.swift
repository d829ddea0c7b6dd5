package import DeliveryRules

/// Which granted records wait and which are on their way.
///
/// A place is one request at a time: one record, or several that go together. What waits is never kept back to go with
/// others that may come.
/// Live records go before history, and history never takes the last place, so that a live record waits for no slow
/// answer of another. While live records come, history has one place only: a machine that is busy with it would answer
/// them late. Pure: what to start is returned.
package struct UploadSlots: Sendable {
    /// How long history keeps to one place after a live record.
    package static let calm = Duration.seconds(1)

    /// How many may be on their way at a time.
    package let concurrency: Int
    /// How many may wait beside them.
    package let prefetch: Int
    /// Whether nothing new is taken.
    package private(set) var isDraining = false
    private var waiting: [HeldItem] = []
    private var running: [WorkKey: Running] = [:]
    private var lastPlace = 0
    /// Until when history has one place.
    private var quietUntil = BootInstant.zero

    private struct Running: Sendable {
        let item: HeldItem
        let place: Int
    }

    /// Makes empty slots.
    package init(concurrency: Int, prefetch: Int) {
        self.concurrency = max(1, concurrency)
        self.prefetch = max(0, prefetch)
    }

    private var capacity: Int { concurrency + prefetch }
    /// How many of those on their way may be history; a single place is shared.
    private func historyPlaces(_ now: BootInstant) -> Int { now < quietUntil ? 1 : max(1, concurrency - 1) }
    /// How many records of any kind are taken now.
    package var free: Int { isDraining ? 0 : max(0, capacity - waiting.count - running.count) }
    /// How many live records are taken now, however much history is held.
    package var freeLive: Int { isDraining ? 0 : max(0, capacity - heldCount(live: true)) }
    /// How many wait.
    package var waitingCount: Int { waiting.count }
    /// How many are on their way.
    package var runningCount: Int { running.count }
    /// Whether nothing waits and nothing is on its way.
    package var isIdle: Bool { waiting.isEmpty && running.isEmpty }

    private func heldCount(live: Bool) -> Int {
        waiting.count { $0.isLive == live } + running.values.count { $0.item.isLive == live }
    }

    private var placesTaken: Int { Set(running.values.map(\.place)).count }
    private var historyPlacesTaken: Int { Set(running.values.filter { !$0.item.isLive }.map(\.place)).count }

    /// Whether a grant is held.
    package func holds(_ key: WorkKey) -> Bool { running[key] != nil || waiting.contains { $0.key == key } }

    /// Takes granted records; what is held already is passed over.
    ///
    /// Two demands that crossed a grant may bring twice what was asked for: that much of each kind is held, no more.
    ///
    /// - Returns: What must be given back.
    package mutating func accept(_ items: [HeldItem]) -> [HeldItem] {
        var refused: [HeldItem] = []
        for item in items where !holds(item.key) {
            if isDraining || heldCount(live: item.isLive) >= 2 * capacity {
                refused.append(item)
            } else {
                waiting.append(item)
            }
        }
        return refused
    }

    /// What to start now, live before history, each oldest first; never two grants of one record at a time.
    ///
    /// - Parameter most: How many records may go with one into a request, itself included; 1 for it alone.
    /// - Returns: The records of each place that is taken. Several have one ``HeldItem/group``.
    package mutating func start(now: BootInstant, _ most: (HeldItem) -> Int = { _ in 1 }) -> [[HeldItem]] {
        if heldCount(live: true) > 0 { quietUntil = now + Self.calm }
        return start(live: true, now, most) + start(live: false, now, most)
    }

    private mutating func start(live: Bool, _ now: BootInstant, _ most: (HeldItem) -> Int) -> [[HeldItem]] {
        var started: [[HeldItem]] = []
        var index = waiting.startIndex
        while placesTaken < concurrency, index < waiting.endIndex {
            let item = waiting[index]
            guard item.isLive == live, live || historyPlacesTaken < historyPlaces(now), !isRunning(item) else {
                index += 1
                continue
            }
            waiting.remove(at: index)
            lastPlace += 1
            take(item)
            let others = takeOthers(with: item, from: index, most)
            started.append([item] + others)
        }
        return started
    }

    /// Takes what goes with a record: what waits behind it and is of its group, in its order.
    private mutating func takeOthers(
        with first: HeldItem,
        from start: Int,
        _ most: (HeldItem) -> Int
    ) -> [HeldItem] {
        let limit = most(first)
        guard limit > 1, let group = first.group else { return [] }
        var taken: [HeldItem] = []
        var index = start
        while taken.count < limit - 1, index < waiting.endIndex {
            let item = waiting[index]
            guard item.group == group, !isRunning(item), most(item) > 1 else {
                index += 1
                continue
            }
            waiting.remove(at: index)
            take(item)
            taken.append(item)
        }
        return taken
    }

    private func isRunning(_ item: HeldItem) -> Bool { running.keys.contains { $0.logID == item.key.logID } }

    private mutating func take(_ item: HeldItem) { running[item.key] = Running(item: item, place: lastPlace) }

    /// A record's attempt is over; its place is free when those that went with it are over, too.
    package mutating func finish(_ key: WorkKey) { running[key] = nil }

    /// Takes nothing new from now on.
    ///
    /// - Returns: What waits and must be given back; nothing of it was sent.
    package mutating func drain() -> [HeldItem] {
        isDraining = true
        defer { waiting = [] }
        return waiting
    }
}
