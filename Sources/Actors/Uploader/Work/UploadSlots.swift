/// Which granted records wait and which are on their way.
///
/// Live records go before history, and history never takes the last place, so that a live record waits for no slow
/// answer of another. Pure: what to start is returned.
package struct UploadSlots: Sendable {
    /// How many may be on their way at a time.
    package let concurrency: Int
    /// How many may wait beside them.
    package let prefetch: Int
    /// Whether nothing new is taken.
    package private(set) var isDraining = false
    private var waiting: [HeldItem] = []
    private var running: [WorkKey: HeldItem] = [:]

    /// Makes empty slots.
    package init(concurrency: Int, prefetch: Int) {
        self.concurrency = max(1, concurrency)
        self.prefetch = max(0, prefetch)
    }

    private var capacity: Int { concurrency + prefetch }
    /// How many of those on their way may be history; a single place is shared.
    private var historyPlaces: Int { max(1, concurrency - 1) }
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
        waiting.count { $0.isLive == live } + running.values.count { $0.isLive == live }
    }

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
    package mutating func start() -> [HeldItem] { start(live: true) + start(live: false) }

    private mutating func start(live: Bool) -> [HeldItem] {
        var started: [HeldItem] = []
        var index = waiting.startIndex
        while running.count < concurrency, index < waiting.endIndex {
            let item = waiting[index]
            let mayStart = item.isLive == live && (live || running.values.count { !$0.isLive } < historyPlaces)
            guard mayStart, !running.keys.contains(where: { $0.logID == item.key.logID }) else {
                index += 1
                continue
            }
            waiting.remove(at: index)
            running[item.key] = item
            started.append(item)
        }
        return started
    }

    /// A record's attempt is over.
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
