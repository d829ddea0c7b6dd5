public import Processes

/// Decides what follows when a child ends: restart intensity as OTP's supervisors have it, with back-off.
///
/// Pure.
public struct RestartPolicy: Sendable, Hashable {
    /// What to do next.
    public enum Decision: Sendable, Hashable {
        /// Start it again after a pause.
        case restart(after: Duration)
        /// It cannot run: end the hub and say why.
        case giveUp(reason: String)
    }

    /// The most restarts within ``period``.
    public let intensity: Int
    /// The time that restarts are counted in.
    public let period: Duration
    /// The first pause; it doubles with each restart within the period.
    public let firstPause: Duration
    /// The longest pause.
    public let longestPause: Duration
    private var ends: [Duration] = []

    /// Makes a policy: by default 6 restarts within 2 minutes, with pauses from 0.5 s to 15 s.
    public init(
        intensity: Int = 6,
        period: Duration = .seconds(120),
        firstPause: Duration = .milliseconds(500),
        longestPause: Duration = .seconds(15)
    ) {
        self.intensity = intensity
        self.period = period
        self.firstPause = firstPause
        self.longestPause = longestPause
    }

    /// Takes in the end of a child.
    ///
    /// - Parameters:
    ///   - exit: How it ended.
    ///   - now: The time since any fixed moment.
    public mutating func ended(_ exit: ChildExit, at now: Duration) -> Decision {
        // EX_CONFIG: the same configuration is wrong again.
        if exit == .code(78) { return .giveUp(reason: "its configuration is wrong") }
        ends = ends.filter { now - $0 < period } + [now]
        guard ends.count <= intensity else {
            return .giveUp(reason: "it ended \(ends.count) times in \(period.components.seconds) s")
        }
        let doublings = min(ends.count - 1, 16)
        return .restart(after: min(longestPause, firstPause * (1 << doublings)))
    }
}
