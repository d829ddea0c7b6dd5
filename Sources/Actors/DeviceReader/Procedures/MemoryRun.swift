internal import DeviceCodecs

/// Tracks the unbroken run of numbered records stored on a link, from which the mark is made.
///
/// Pure. A missing number, an unreadable record, a missing announced context, or a time that runs backwards stops the
/// run. If two records share a number, the numbers are not trusted at all.
struct MemoryRun: Sendable, Hashable {
    private struct Entry: Sendable, Hashable {
        let checksum: UInt64
        let time: [Int]
        var awaitsContext: Bool
    }

    /// The run so far; nil before the first record.
    private(set) var mark: MemoryMark?
    /// Whether the numbers are unusable, or a record could not be read.
    private(set) var isBroken = false
    private var lastTime: [Int]?
    private var isBase: Bool
    private var entries: [UInt16: Entry] = [:]

    /// Begins at a mark, which is valid once its record has arrived, or at any number if nil.
    init(mark: MemoryMark?) {
        self.mark = mark
        isBase = mark != nil
    }

    /// Adds a record; returns the mark if the run grew.
    mutating func add(_ bytes: [UInt8], hasContext: Bool) -> MemoryMark? {
        // Absent is nil: the run ends here, and the meter is read completely next time.
        guard let frame = try? GlucoseMeasurement(decoding: bytes) else {
            isBroken = true
            return nil
        }
        let number = frame.sequence
        let entry = Entry(
            checksum: MemoryMark.checksum(bytes),
            time: frame.baseTime.parts,
            awaitsContext: frame.flags.contains(.contextFollows) && !hasContext
        )
        if let known = entries[number], known.checksum != entry.checksum { isBroken = true }
        if entries[number] == nil { entries[number] = entry }
        if isBase, number == mark?.last { lastTime = entry.time }
        return grow(from: number)
    }

    /// Adds a context; returns the mark if the run grew.
    mutating func addContext(_ number: UInt16) -> MemoryMark? {
        guard entries[number]?.awaitsContext == true else { return nil }
        entries[number]?.awaitsContext = false
        return grow(from: number)
    }

    /// Returns the mark up to the highest number once all requested records have arrived; nil if the numbers are not
    /// trusted.
    mutating func complete() -> MemoryMark? {
        guard !isBroken, let first = entries.keys.min(), let last = entries.keys.max(), let newest = entries[last],
            !entries.values.contains(where: \.awaitsContext)
        else { return nil }
        let times = entries.sorted { $0.key < $1.key }.map(\.value.time)
        guard zip(times, times.dropFirst()).allSatisfy({ !$1.lexicographicallyPrecedes($0) }) else { return nil }
        let whole = MemoryMark(
            first: isBase ? (mark?.first ?? first) : first,
            last: last,
            checksum: newest.checksum,
            isComplete: true
        )
        guard whole != mark else { return nil }
        mark = whole
        return whole
    }

    private mutating func grow(from number: UInt16) -> MemoryMark? {
        guard !isBroken else { return nil }
        if mark == nil, let entry = entries[number], !entry.awaitsContext {
            // One record is not a run yet, because only the next one shows whether numbers rise.
            mark = MemoryMark(first: number, last: number, checksum: entry.checksum, isComplete: false)
            lastTime = entry.time
        }
        var hasGrown = false
        while let current = mark, let time = lastTime, current.last < MemoryMark.highestUsable,
            let next = entries[current.last + 1], !next.awaitsContext, !next.time.lexicographicallyPrecedes(time)
        {
            mark?.last = current.last + 1
            mark?.checksum = next.checksum
            lastTime = next.time
            hasGrown = true
        }
        return hasGrown ? mark : nil
    }
}
