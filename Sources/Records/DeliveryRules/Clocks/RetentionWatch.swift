public import FoundationEssentials

/// Decides whether the clock is good enough for deletions by age.
///
/// A clock that is far ahead makes every row look old at once, and deleted rows cannot be recovered.
public struct RetentionWatch: Sendable {
    /// How far the clock may be from the time when it was last trusted, in seconds: a day.
    public static let farthest: TimeInterval = 86_400
    /// How long a clock that is further off must run without a step before it is trusted, in boot-clock milliseconds.
    public static let patience: Int64 = 86_400_000
    /// The drift, in seconds, that a synchronized clock may show between two checks.
    private static let tolerance: TimeInterval = 60

    /// Why no row is deleted; nil if deletion is allowed.
    public private(set) var waitsFor: String?
    private var trusted: Date?
    /// The last check, and since when the clock has run without a step.
    private var last: (wall: Date, boot: BootInstant)?
    private var steady: BootInstant?

    /// Creates a watch without a trusted time.
    public init() {}

    /// Sets the latest time when the clock was trusted.
    public mutating func begin(trusted: Date?) { self.trusted = trusted }

    /// Checks the clock; a good one becomes the trusted time.
    ///
    /// - Parameter isKept: Whether a time service keeps the machine's clock right.
    public mutating func look(now: Date, boot: BootInstant, isKept: Bool) -> Bool {
        noteStep(now, boot: boot)
        waitsFor = reason(now, boot: boot, isKept: isKept)
        if waitsFor == nil { trusted = now }
        return waitsFor == nil
    }

    /// Restarts the waiting time after a step of the clock.
    private mutating func noteStep(_ now: Date, boot: BootInstant) {
        defer { last = (now, boot) }
        guard let last else {
            steady = boot
            return
        }
        let passed = Double(boot.milliseconds &- last.boot.milliseconds) / 1_000
        if abs(now.timeIntervalSince(last.wall) - passed) > Self.tolerance { steady = boot }
    }

    private func reason(_ now: Date, boot: BootInstant, isKept: Bool) -> String? {
        guard isKept else {
            return "the machine's clock is not synchronized; set up a time service, or set clock.trusted"
        }
        guard let trusted, abs(now.timeIntervalSince(trusted)) > Self.farthest else { return nil }
        if let steady, boot.milliseconds &- steady.milliseconds >= Self.patience { return nil }
        let hours = Int(exactly: (now.timeIntervalSince(trusted) / 3_600).rounded()) ?? .max
        let words = hours > 0 ? "ahead of" : "behind"
        return "the clock is \(hours.magnitude) hours \(words) the last trusted time; check the hub's time; "
            + "after a day without a step it is trusted"
    }
}
