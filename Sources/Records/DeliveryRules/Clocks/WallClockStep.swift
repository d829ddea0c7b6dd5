public import FoundationEssentials

/// Detects steps of the wall clock by comparing it with the boot clock, which cannot be set.
public struct WallClockStep: Sendable {
    /// Smaller steps, in seconds, are corrections.
    public static let least: TimeInterval = 60

    /// Both clocks at the last look.
    public private(set) var last: (wall: Date, boot: BootInstant)?

    /// Creates a watch.
    ///
    /// - Parameter last: Both clocks at an earlier time since the machine started; nil for none.
    public init(since last: (wall: Date, boot: BootInstant)? = nil) { self.last = last }

    /// By how many seconds the wall clock was set ahead since the last look, or back if negative; 0 at the first look.
    public mutating func look(now: Date, boot: BootInstant) -> TimeInterval {
        defer { last = (now, boot) }
        guard let last else { return 0 }
        let expected = last.wall.addingTimeInterval(Double(boot.milliseconds - last.boot.milliseconds) / 1_000)
        return now.timeIntervalSince(expected)
    }
}
