internal import DeliveryRules
internal import FoundationEssentials

/// Detects steps of the wall clock by comparing it with the boot clock, which cannot be set.
struct ClockWatch: Sendable {
    /// The drift, in seconds, that a synchronized or rounded clock may show between two checks.
    static let tolerance: TimeInterval = 2

    /// The spans of time that the clock passed twice: a reading measured in one may be anyone's.
    private(set) var doubtful: [ClosedRange<Date>] = []
    /// The steps ahead, latest last.
    private(set) var skips: [ClockSkip] = []
    private var last: (wall: Date, boot: BootInstant)?

    /// Loads the spans and skips that were noted before, and compares the clock with the store's newest time.
    ///
    /// - Returns: The span that the clock will repeat if it is behind the store; nil otherwise.
    mutating func begin(
        _ known: [ClosedRange<Date>],
        skips: [ClockSkip],
        newest: Date?,
        now: Date,
        boot: BootInstant
    ) -> ClosedRange<Date>? {
        (doubtful, self.skips) = (known, skips)
        last = (now, boot)
        guard let newest, newest.timeIntervalSince(now) > Self.tolerance else { return nil }
        return doubt(from: now, to: newest)
    }

    /// What the clock did since the last check.
    enum Step: Equatable {
        /// It repeats a span.
        case back(ClosedRange<Date>)
        /// It skipped this many seconds: it was wrong before, or is wrong now.
        case ahead(TimeInterval)
    }

    /// Compares both clocks.
    ///
    /// - Returns: The wall clock's step; nil if it only advanced.
    mutating func look(now: Date, boot: BootInstant) -> Step? {
        defer { last = (now, boot) }
        guard let last else { return nil }
        let expected = last.wall.addingTimeInterval(Double(boot.milliseconds - last.boot.milliseconds) / 1_000)
        let gap = now.timeIntervalSince(expected)
        if gap > Self.tolerance {
            if gap >= ClockSkip.least { skips.append(ClockSkip(seconds: gap, now: now, boot: boot)) }
            skips = skips.suffix(ClockSkip.most)
            return .ahead(gap)
        }
        if gap < -Self.tolerance { skips.removeAll { $0.isUndone(by: -gap) } }
        return gap < -Self.tolerance ? .back(doubt(from: now, to: expected)) : nil
    }

    /// Whether a time is within a span that the clock repeated.
    func isDoubtful(_ time: Date) -> Bool { doubtful.contains { $0.contains(time) } }

    /// Whether a measurement may be from before something that seems to have begun at `start`.
    func mayPrecede(_ start: Date, measuredAt: Date) -> Bool {
        skips.contains { $0.doubts(start, measuredAt: measuredAt) }
    }

    private mutating func doubt(from now: Date, to old: Date) -> ClosedRange<Date> {
        let span = now.addingTimeInterval(-Self.tolerance)...old.addingTimeInterval(Self.tolerance)
        doubtful.append(span)
        if doubtful.count > 256 { doubtful.removeFirst() }
        return span
    }
}
