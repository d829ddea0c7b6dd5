/// Which granted records wait and which are on their way.
///
/// Pure: what to start is returned.
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

    /// How many records are taken now.
    package var free: Int { isDraining ? 0 : max(0, concurrency + prefetch - waiting.count - running.count) }
    /// How many wait.
    package var waitingCount: Int { waiting.count }
    /// How many are on their way.
    package var runningCount: Int { running.count }
    /// Whether nothing waits and nothing is on its way.
    package var isIdle: Bool { waiting.isEmpty && running.isEmpty }

    /// Whether a grant is held.
    package func holds(_ key: WorkKey) -> Bool { running[key] != nil || waiting.contains { $0.key == key } }

    /// Takes granted records; what is held already is passed over.
    ///
    /// Two demands that crossed a grant may bring twice what was asked for: that much is held, no more.
    ///
    /// - Returns: What must be given back.
    package mutating func accept(_ items: [HeldItem]) -> [HeldItem] {
        var refused: [HeldItem] = []
        for item in items where !holds(item.key) {
            if isDraining || waiting.count + running.count >= 2 * (concurrency + prefetch) {
                refused.append(item)
            } else {
                waiting.append(item)
            }
        }
        return refused
    }

    /// What to start now, oldest first; never two grants of one record at a time.
    package mutating func start() -> [HeldItem] {
        var started: [HeldItem] = []
        var index = waiting.startIndex
        while running.count < concurrency, index < waiting.endIndex {
            let item = waiting[index]
            if running.keys.contains(where: { $0.logID == item.key.logID }) {
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
