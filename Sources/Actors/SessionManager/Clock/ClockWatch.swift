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
    private var wall = WallClockStep()

    /// Loads the spans and skips that were noted before, and finds what the clock did while the process was not running.
    ///
    /// - Parameters:
    ///   - last: Both clocks at an earlier time of this boot; nil without one.
    ///   - newest: The store's newest time.
    mutating func begin(
        _ known: [ClosedRange<Date>],
        skips: [ClockSkip],
        since last: (wall: Date, boot: BootInstant)?,
        newest: Date?,
        now: Date,
        boot: BootInstant
    ) -> [Step] {
        (doubtful, self.skips) = (known, skips)
        wall = WallClockStep(since: last)
        let steps = [look(now: now, boot: boot)].compactMap(\.self)
        guard let newest, newest.timeIntervalSince(now) > Self.tolerance, !repeats(now...newest) else { return steps }
        return steps + [.back(doubt(from: now, to: newest))]
    }

    /// Whether it is known that the clock passes this span twice.
    private func repeats(_ span: ClosedRange<Date>) -> Bool {
        doubtful.contains { $0.contains(span.lowerBound) && $0.contains(span.upperBound) }
    }

    private mutating func note(_ skip: ClockSkip) { skips = (skips + [skip]).suffix(ClockSkip.most) }

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
        let gap = wall.look(now: now, boot: boot)
        if gap > Self.tolerance {
            if gap >= ClockSkip.least { note(ClockSkip(seconds: gap, now: now, boot: boot)) }
            return .ahead(gap)
        }
        guard gap < -Self.tolerance else { return nil }
        skips.removeAll { $0.isUndone(by: -gap) }
        return .back(doubt(from: now, to: now.addingTimeInterval(-gap)))
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
