package import DeliveryRules

/// Which granted work waits and which is on its way.
///
/// A place is one piece of work at a time, or several that go together. What waits is never kept back to go with others
/// that may come.
/// Live work goes before history, and history never takes the last place, so that live work waits for no slow answer of
/// another. While live work comes, history has one place only: a machine that is busy with it would be late with the rest.
/// Pure: what to start is returned.
package struct WorkSlots<Work: GrantedPiece>: Sendable {
    /// What is held.
    package typealias Held = HeldWork<Work>
    /// A grant's name.
    package typealias Key = GrantName<Work.Name>

    /// How long history keeps to one place after a live piece.
    package static var calm: Duration { .seconds(1) }

    /// How many may be on their way at a time.
    package let concurrency: Int
    /// How many may wait beside them.
    package let prefetch: Int
    /// Whether nothing new is taken.
    package private(set) var isDraining = false
    private var waiting: [Held] = []
    private var running: [Key: Running] = [:]
    private var lastPlace = 0
    /// Until when history has one place.
    private var quietUntil = BootInstant.zero

    private struct Running: Sendable {
        let item: Held
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
    /// How many pieces of any kind are taken now.
    package var free: Int { isDraining ? 0 : max(0, capacity - waiting.count - running.count) }
    /// How many live pieces are taken now, however much history is held.
    package var freeLive: Int { isDraining ? 0 : max(0, capacity - heldCount(live: true)) }
    /// How many wait.
    package var waitingCount: Int { waiting.count }
    /// How many are on their way.
    package var runningCount: Int { running.count }
    /// Whether a demand is worth its message: nothing waits, or a quarter of all places is free.
    ///
    /// An owner grants on an earlier demand too. But demands tell how far an uploader's ledger has come: the rarer they are, the
    /// more attempts a ledger that is set back can hide.
    package var isRoomy: Bool { waiting.isEmpty || free * 4 >= capacity }  // In range: its own places.
    /// What is on its way.
    package var underWay: [Work] { running.values.map(\.item.work) }

    private func heldCount(live: Bool) -> Int {
        waiting.count { $0.isLive == live } + running.values.count { $0.item.isLive == live }
    }

    private var placesTaken: Int { Set(running.values.map(\.place)).count }
    private var historyPlacesTaken: Int { Set(running.values.filter { !$0.item.isLive }.map(\.place)).count }

    /// Whether a grant is held.
    package func holds(_ key: Key) -> Bool { running[key] != nil || waiting.contains { $0.key == key } }

    /// Takes granted work; what is held already is passed over.
    ///
    /// Two demands that crossed a grant may bring twice what was asked for: that much of each kind is held, no more.
    ///
    /// - Returns: What must be given back.
    package mutating func accept(_ items: [Held]) -> [Held] {
        var refused: [Held] = []
        for item in items where !holds(item.key) {
            if isDraining || heldCount(live: item.isLive) >= 2 * capacity {
                refused.append(item)
            } else {
                waiting.append(item)
            }
        }
        return refused
    }

    /// What to start now, live before history, each oldest first; never two grants of one piece at a time.
    ///
    /// - Parameter most: How many pieces may go with one, itself included; 1 for it alone.
    /// - Returns: The pieces of each place that is taken. Several have one ``GrantedPiece/group``.
    package mutating func start(now: BootInstant, _ most: (Held) -> Int = { _ in 1 }) -> [[Held]] {
        if heldCount(live: true) > 0 { quietUntil = now + Self.calm }
        return start(live: true, now: now, most) + start(live: false, now: now, most)
    }

    private mutating func start(live: Bool, now: BootInstant, _ most: (Held) -> Int) -> [[Held]] {
        var started: [[Held]] = []
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

    /// Takes what goes with a piece: what waits behind it and is of its group, in its order.
    private mutating func takeOthers(
        with first: Held,
        from start: Int,
        _ most: (Held) -> Int
    ) -> [Held] {
        let limit = most(first)
        guard limit > 1, let group = first.work.group else { return [] }
        var taken: [Held] = []
        var index = start
        while taken.count < limit - 1, index < waiting.endIndex {
            let item = waiting[index]
            guard item.work.group == group, !isRunning(item), most(item) > 1 else {
                index += 1
                continue
            }
            waiting.remove(at: index)
            take(item)
            taken.append(item)
        }
        return taken
    }

    private func isRunning(_ item: Held) -> Bool { running.keys.contains { $0.work == item.key.work } }

    private mutating func take(_ item: Held) { running[item.key] = Running(item: item, place: lastPlace) }

    /// A piece is done; its place is free when those that went with it are over, too.
    package mutating func finish(_ key: Key) { running[key] = nil }

    /// Drops what waits of some work; nobody answers for it.
    package mutating func drop(where isUnwanted: (Work) -> Bool) { waiting.removeAll { isUnwanted($0.work) } }

    /// Takes nothing new from now on.
    ///
    /// - Returns: What waits and must be given back; nothing of it was sent.
    package mutating func drain() -> [Held] {
        isDraining = true
        defer { waiting = [] }
        return waiting
    }
}
