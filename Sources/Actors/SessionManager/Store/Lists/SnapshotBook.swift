internal import DeliveryRules

/// Which snapshots of lists are open and which have to close: while one is open, the write-ahead log only grows.
///
/// Pure: the boot clock is passed in.
struct SnapshotBook: Sendable {
    /// The most that are open.
    static let limit = 4
    /// How long one stays open that nobody reads from.
    static let idle = Duration.seconds(60)
    /// How long one stays open at all.
    static let life = Duration.seconds(300)

    private struct Entry: Sendable {
        let opened: BootInstant
        var used: BootInstant

        var end: BootInstant { min(used + SnapshotBook.idle, opened + SnapshotBook.life) }
    }

    private var entries: [String: Entry] = [:]

    /// When the next one is to be closed; nil when none is open.
    var nextEnd: BootInstant? { entries.values.map(\.end).min() }

    /// Notes a new one.
    ///
    /// - Returns: Those that have to close for it: the ones that were unused the longest.
    mutating func open(_ id: String, now: BootInstant) -> [String] {
        entries[id] = Entry(opened: now, used: now)
        let others = entries.filter { $0.key != id }.sorted { ($0.value.used, $0.key) < ($1.value.used, $1.key) }
        return close(others.prefix(max(0, entries.count - Self.limit)).map(\.key))
    }

    /// Notes that one is read from; false when it is not open.
    mutating func use(_ id: String, now: BootInstant) -> Bool {
        guard let entry = entries[id], now < entry.end else { return false }
        entries[id]?.used = now
        return true
    }

    /// Takes out those whose time is over.
    mutating func expire(now: BootInstant) -> [String] {
        close(entries.filter { $0.value.end <= now }.keys.sorted())
    }

    /// Takes out all.
    mutating func clear() -> [String] { close(entries.keys.sorted()) }

    private mutating func close(_ ids: [String]) -> [String] {
        for id in ids { entries[id] = nil }
        return ids
    }
}
