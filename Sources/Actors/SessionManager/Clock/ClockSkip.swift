internal import DeliveryRules
internal import FoundationEssentials

/// A step ahead of the wall clock: what began before it may have begun later, by as much.
///
/// A machine without a battery clock starts weeks behind, for example. A session of these minutes would then also have
/// the weeks that the clock skipped, and the readings that the seat's earlier person left in a meter.
struct ClockSkip: Codable, Sendable, Hashable {
    /// Smaller steps, in seconds, are corrections.
    static let least = WallClockStep.least
    /// The most skips that are kept.
    static let most = 64

    /// When the machine started, by the clock of before the step.
    let from: Date
    /// The last moment before the step.
    let to: Date
    /// By how much the clock was set ahead.
    let seconds: TimeInterval

    /// - Parameters:
    ///   - now: The time after the step.
    ///   - boot: The time since the machine started.
    init(seconds: TimeInterval, now: Date, boot: BootInstant) {
        to = now.addingTimeInterval(-seconds)
        from = to.addingTimeInterval(-Double(boot.milliseconds) / 1_000)
        self.seconds = seconds
    }

    /// Whether a measurement may be from before something that seems to have begun earlier.
    func doubts(_ start: Date, measuredAt: Date) -> Bool {
        from <= start && start <= to && start <= measuredAt && measuredAt <= start.addingTimeInterval(seconds)
    }

    /// Whether a step back of so many seconds takes this step back.
    func isUndone(by back: TimeInterval) -> Bool { abs(seconds - back) < Self.least }
}
