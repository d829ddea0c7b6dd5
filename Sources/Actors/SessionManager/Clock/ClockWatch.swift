internal import DeliveryRules
internal import FoundationEssentials

/// Notices that the wall clock was set, by the boot clock, which cannot be.
struct ClockWatch: Sendable {
    /// What a clock that is kept right, or rounded, may be off between two looks, in seconds.
    static let tolerance: TimeInterval = 2

    /// The spans of time that the clock passed twice: what was measured in them may be anybody's.
    private(set) var doubtful: [ClosedRange<Date>] = []
    private var last: (wall: Date, boot: BootInstant)?

    /// Takes over the spans that were noted before, and the store's newest time.
    ///
    /// - Returns: The span that the clock passes again since, where it is behind the store.
    mutating func begin(_ known: [ClosedRange<Date>], newest: Date?, now: Date, boot: BootInstant) -> ClosedRange<Date>?
    {
        doubtful = known
        last = (now, boot)
        guard let newest, newest.timeIntervalSince(now) > Self.tolerance else { return nil }
        return doubt(from: now, to: newest)
    }

    /// What the clock did since the last look.
    enum Step: Equatable {
        /// It passes a span again.
        case back(ClosedRange<Date>)
        /// It left out so many seconds: it was wrong before, or is now.
        case ahead(TimeInterval)
    }

    /// Looks at both clocks.
    ///
    /// - Returns: What it did beside going on.
    mutating func look(now: Date, boot: BootInstant) -> Step? {
        defer { last = (now, boot) }
        guard let last else { return nil }
        let expected = last.wall.addingTimeInterval(Double(boot.milliseconds - last.boot.milliseconds) / 1_000)
        let gap = now.timeIntervalSince(expected)
        if gap > Self.tolerance { return .ahead(gap) }
        return gap < -Self.tolerance ? .back(doubt(from: now, to: expected)) : nil
    }

    /// Whether the clock passes a time a second time just now.
    func isDoubtful(_ time: Date) -> Bool { doubtful.contains { $0.contains(time) } }

    private mutating func doubt(from now: Date, to old: Date) -> ClosedRange<Date> {
        let span = now.addingTimeInterval(-Self.tolerance)...old.addingTimeInterval(Self.tolerance)
        doubtful.append(span)
        if doubtful.count > 256 { doubtful.removeFirst() }
        return span
    }
}
