internal import DeliveryRules

/// Tracks which list snapshots are open and which must close: while one is open, the write-ahead log only grows.
///
/// Pure: the boot clock is passed in.
struct SnapshotBook: Sendable {
    /// The most open snapshots.
    static let limit = 4
    /// How long an unused snapshot stays open.
    static let idle = Duration.seconds(60)
    /// How long a snapshot stays open at most.
    static let life = Duration.seconds(300)

    private struct Entry: Sendable {
        let opened: BootInstant
        var used: BootInstant

        var end: BootInstant { min(used + SnapshotBook.idle, opened + SnapshotBook.life) }
    }

    private var entries: [String: Entry] = [:]

    /// When the next snapshot must close; nil if none is open.
    var nextEnd: BootInstant? { entries.values.map(\.end).min() }

    /// Adds a new snapshot.
    ///
    /// - Returns: The snapshots that must close for it: the least recently used ones.
    mutating func open(_ id: String, now: BootInstant) -> [String] {
        entries[id] = Entry(opened: now, used: now)
        let others = entries.filter { $0.key != id }.sorted { ($0.value.used, $0.key) < ($1.value.used, $1.key) }
        return close(others.prefix(max(0, entries.count - Self.limit)).map(\.key))
    }

    /// Notes a read from a snapshot; false if it is not open.
    mutating func use(_ id: String, now: BootInstant) -> Bool {
        guard let entry = entries[id], now < entry.end else { return false }
        entries[id]?.used = now
        return true
    }

    /// Removes and returns the expired snapshots.
    mutating func expire(now: BootInstant) -> [String] {
        close(entries.filter { $0.value.end <= now }.keys.sorted())
    }

    /// Removes and returns all snapshots.
    mutating func clear() -> [String] { close(entries.keys.sorted()) }

    private mutating func close(_ ids: [String]) -> [String] {
        for id in ids { entries[id] = nil }
        return ids
    }
}
