public import FoundationEssentials

/// Decides whether the clock is good enough to delete by.
///
/// A clock that is far ahead makes everything old at once, and what is deleted does not come back.
public struct RetentionWatch: Sendable {
    /// How far the clock may be from the time at which it was trusted last, in seconds: a day.
    public static let farthest: TimeInterval = 86_400
    /// How long a clock that is farther off must run without a step until it is trusted, in milliseconds of the boot clock.
    public static let patience: Int64 = 86_400_000
    /// What a clock that is kept right may be off between two looks, in seconds.
    private static let tolerance: TimeInterval = 60

    /// Why nothing is deleted; nil where it may be.
    public private(set) var waitsFor: String?
    private var trusted: Date?
    /// The last look, and since when the clock has run without a step.
    private var last: (wall: Date, boot: BootInstant)?
    private var steady: BootInstant?

    /// Starts without knowing of any time.
    public init() {}

    /// Takes over the latest time at which the clock was trusted.
    public mutating func begin(trusted: Date?) { self.trusted = trusted }

    /// Looks at the clock; a good one is trusted from then on.
    ///
    /// - Parameter isKept: Whether somebody keeps the machine's clock right.
    public mutating func look(now: Date, boot: BootInstant, isKept: Bool) -> Bool {
        noteStep(now, boot: boot)
        waitsFor = reason(now, boot: boot, isKept: isKept)
        if waitsFor == nil { trusted = now }
        return waitsFor == nil
    }

    /// A clock that was set has to prove itself anew.
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
        return "the clock is \(hours.magnitude) hours \(words) the time that was trusted last; check the hub's time; "
            + "it is believed after a day without a step"
    }
}
