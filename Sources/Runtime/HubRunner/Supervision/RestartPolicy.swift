public import Processes

/// Decides what follows when a child ends, by the restart intensity of OTP's supervisors with back-off.
///
/// It is a pure value.
public struct RestartPolicy: Sendable, Hashable {
    /// The next step.
    public enum Decision: Sendable, Hashable {
        /// Restart it after a pause.
        case restart(after: Duration)
        /// It cannot run: end the hub, with the reason.
        case giveUp(reason: String)
    }

    /// The largest number of restarts within ``period``.
    public let intensity: Int
    /// The time in which restarts are counted.
    public let period: Duration
    /// The first pause; it doubles with each restart within the period.
    public let firstPause: Duration
    /// The longest pause.
    public let longestPause: Duration
    /// How long a child must have run for an external kill not to count as its failure.
    public let goodRun: Duration
    private var ends: [End] = []

    private struct End: Hashable {
        let time: Duration
        let isOwnFault: Bool
    }

    /// Creates a policy: by default 6 restarts within 2 minutes, with pauses from 0.5 s to 15 s, and 5 s for a good
    /// run.
    public init(
        intensity: Int = 6,
        period: Duration = .seconds(120),
        firstPause: Duration = .milliseconds(500),
        longestPause: Duration = .seconds(15),
        goodRun: Duration = .seconds(5)
    ) {
        self.intensity = intensity
        self.period = period
        self.firstPause = firstPause
        self.longestPause = longestPause
        self.goodRun = goodRun
    }

    /// Records the end of a child.
    ///
    /// After a good run, an external kill causes the first pause and does not lengthen later ones. It still counts
    /// towards ``intensity``, because a kernel short of memory kills the same way.
    ///
    /// - Parameters:
    ///   - exit: The child's exit.
    ///   - now: The time since any fixed moment.
    ///   - run: How long it ran.
    public mutating func ended(_ exit: ChildExit, at now: Duration, after run: Duration = .zero) -> Decision {
        // EX_CONFIG: the same configuration would fail again.
        if exit == .code(78) { return .giveUp(reason: "its configuration is invalid") }
        let isOwnFault = run < goodRun || !Self.isKillFromOutside(exit)
        ends = ends.filter { now - $0.time < period } + [End(time: now, isOwnFault: isOwnFault)]
        guard ends.count <= intensity else {
            return .giveUp(reason: "it ended \(ends.count) times in \(period.components.seconds) s")
        }
        guard isOwnFault else { return .restart(after: firstPause) }
        let doublings = min(ends.count { $0.isOwnFault } - 1, 16)
        return .restart(after: min(longestPause, firstPause * (1 << doublings)))
    }

    /// Whether the signal comes from outside the program: SIGHUP, SIGINT, SIGKILL or SIGTERM.
    private static func isKillFromOutside(_ exit: ChildExit) -> Bool {
        guard case .signal(let number) = exit else { return false }
        return [1, 2, 9, 15].contains(number)
    }
}
