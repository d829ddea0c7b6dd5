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
    /// How long a child has to have run for a kill from outside to say nothing against it.
    public let goodRun: Duration
    private var ends: [End] = []

    private struct End: Hashable {
        let time: Duration
        let isOwnFault: Bool
    }

    /// Makes a policy: by default 6 restarts within 2 minutes, with pauses from 0.5 s to 15 s; 5 s are a good run.
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

    /// Takes in the end of a child.
    ///
    /// A kill from outside after a good run is followed by the first pause and lengthens no later one, but it counts
    /// towards ``intensity``: a kernel short of memory kills the same way.
    ///
    /// - Parameters:
    ///   - exit: How it ended.
    ///   - now: The time since any fixed moment.
    ///   - run: How long it had run.
    public mutating func ended(_ exit: ChildExit, at now: Duration, after run: Duration = .zero) -> Decision {
        // EX_CONFIG: the same configuration is wrong again.
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

    /// Whether a program does not end itself this way: SIGHUP, SIGINT, SIGKILL or SIGTERM.
    private static func isKillFromOutside(_ exit: ChildExit) -> Bool {
        guard case .signal(let number) = exit else { return false }
        return [1, 2, 9, 15].contains(number)
    }
}
