package import DeliveryRules

/// The granted work: waiting and in progress.
///
/// A place holds one piece of work at a time, or several that are sent together. Waiting work is never delayed to be sent with others
/// that may come.
/// Live work goes before history, and history never fills the last place, so that live work waits for no slow answer of
/// another. While live work comes, history has one place only: a machine that is busy with it would be late with the rest.
/// Work goes to one lane or several (``GrantedWork/lane``). If a lane answers slowly, its work fills all places except
/// one of each other lane, and its held work counts only against itself.
/// Pure: what to start is returned.
package struct WorkSlots: Sendable {
    /// How long history keeps to one place after a live piece.
    package static let calm = Duration.seconds(1)

    /// The most pieces in progress at a time.
    package let concurrency: Int
    /// The most pieces that may wait in addition.
    package let prefetch: Int
    /// Whether nothing new is taken.
    package private(set) var isDraining = false
    private let lanes: Set<String>
    private var waiting: [HeldItem] = []
    private var running: [WorkKey: Running] = [:]
    private var lastPlace = 0
    /// Until when history has one place.
    private var quietUntil = BootInstant.zero

    private struct Running: Sendable {
        let item: HeldItem
        let place: Int
    }

    /// Creates empty slots.
    ///
    /// - Parameter lanes: Where work goes.
    package init(concurrency: Int, prefetch: Int, lanes: [String] = []) {
        self.lanes = Set(lanes.isEmpty ? [""] : lanes)
        self.concurrency = max(1, concurrency)
        self.prefetch = max(0, prefetch)
    }

    private var capacity: Int { concurrency + prefetch }
    /// How many of those on their way may be history; a single place is shared.
    private func historyPlaces(_ now: BootInstant) -> Int {
        let most = max(1, concurrency - 1)
        return now < quietUntil ? min(max(1, lanes.count), most) : most
    }
    /// How many pieces of any kind are taken now.
    package var free: Int { room { heldCount(of: $0) } }
    /// How many live pieces are taken now, however much history is held.
    package var freeLive: Int { room { heldCount(of: $0, live: true) } }
    /// The lanes of which nothing more is taken now, while others have room; sorted.
    package var fullLanes: [String] {
        let full = lanes.filter { heldCount(of: $0) >= capacity }
        return lanes.count > 1 && full.count < lanes.count ? full.sorted() : []
    }

    /// The room next to the fullest lane of those that are not full.
    private func room(_ held: (String) -> Int) -> Int {
        guard !isDraining else { return 0 }
        return max(0, capacity - (lanes.subtracting(fullLanes).map(held).max() ?? 0))
    }
    /// The number of waiting pieces.
    package var waitingCount: Int { waiting.count }
    /// The number of pieces in progress.
    package var runningCount: Int { running.count }
    /// Whether a demand is worth its message once a piece is done: nothing of its lane waits, or a quarter of all places is free.
    ///
    /// An owner also grants on an earlier demand. But demands report the position of an uploader's ledger: the rarer they are, the
    /// more attempts a ledger that is set back can hide.
    package func isRoomy(after held: HeldItem) -> Bool {
        !waiting.contains { lane($0) == lane(held) } || free * 4 >= capacity  // In range: its own places.
    }

    /// The lane that a piece uses; without lanes, the common one.
    private func lane(_ held: HeldItem) -> String { lanes.count == 1 ? lanes.first ?? "" : held.lane }

    /// How many pieces are held of a lane, or of its one kind.
    private func heldCount(of lane: String, live: Bool? = nil) -> Int {
        let isCounted = { (held: HeldItem) in self.lane(held) == lane && live ?? held.isLive == held.isLive }
        return waiting.count(where: isCounted) + running.values.count { isCounted($0.item) }
    }

    private var isAnyLive: Bool { waiting.contains(where: \.isLive) || running.values.contains(where: \.item.isLive) }

    private var placesTaken: Int { Set(running.values.map(\.place)).count }

    /// Whether a piece may use a place: the first of its lane may, others leave one for each lane that has none.
    private func hasPlace(_ item: HeldItem, of limit: Int, live: Bool?) -> Bool {
        let places = running.values.filter { live ?? $0.item.isLive == $0.item.isLive }
        let (taken, busy) = (Set(places.map(\.place)).count, Set(places.map { lane($0.item) }))
        guard busy.contains(lane(item)) else { return taken < limit }
        return taken + lanes.subtracting(busy).count < limit  // In range: places and lanes.
    }

    /// Whether a grant is held.
    package func holds(_ key: WorkKey) -> Bool { running[key] != nil || waiting.contains { $0.key == key } }

    /// Accepts granted work; work that is already held is ignored.
    ///
    /// Two demands that crossed a grant may bring twice the requested work: that much of each kind is held, no more.
    ///
    /// - Returns: What must be given back.
    package mutating func accept(_ items: [HeldItem]) -> [HeldItem] {
        var refused: [HeldItem] = []
        for item in items where !holds(item.key) {
            if isDraining || heldCount(of: lane(item), live: item.isLive) >= 2 * capacity {
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
    /// - Returns: The pieces of each place that is taken. Several have one ``GrantedWork/group``.
    package mutating func start(now: BootInstant, _ most: (HeldItem) -> Int = { _ in 1 }) -> [[HeldItem]] {
        if isAnyLive { quietUntil = now + Self.calm }
        return start(live: true, now: now, most) + start(live: false, now: now, most)
    }

    private mutating func start(live: Bool, now: BootInstant, _ most: (HeldItem) -> Int) -> [[HeldItem]] {
        var started: [[HeldItem]] = []
        var index = waiting.startIndex
        while placesTaken < concurrency, index < waiting.endIndex {
            let item = waiting[index]
            guard item.isLive == live, !isRunning(item), hasPlace(item, of: concurrency, live: nil),
                live || hasPlace(item, of: historyPlaces(now), live: false)
            else {
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

    /// Removes the waiting work that is sent with a piece: members of its group behind it, in order.
    private mutating func takeOthers(
        with first: HeldItem,
        from start: Int,
        _ most: (HeldItem) -> Int
    ) -> [HeldItem] {
        let limit = most(first)
        guard limit > 1, let group = first.work.group else { return [] }
        var taken: [HeldItem] = []
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

    private func isRunning(_ item: HeldItem) -> Bool { running.keys.contains { $0.logID == item.key.logID } }

    private mutating func take(_ item: HeldItem) { running[item.key] = Running(item: item, place: lastPlace) }

    /// A piece is done; its place is free when those that went with it are over, too.
    package mutating func finish(_ key: WorkKey) { running[key] = nil }

    /// Accepts no new work from now on.
    ///
    /// - Returns: The waiting work to be returned; nothing of it was sent.
    package mutating func drain() -> [HeldItem] {
        isDraining = true
        defer { waiting = [] }
        return waiting
    }
}
