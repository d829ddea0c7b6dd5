internal import DeliveryRules

/// Recovers a radio that has gone silent.
///
/// 90 s without an advertisement → restart discovery → power-cycle the adapter, never while a link is up → report, and
/// back off, because a quiet room is not a fault. It waits a third of its patience between steps.
struct RadioWatchdog: Sendable {
    /// The next action for the caller.
    enum Action: Sendable, Hashable {
        /// Do nothing.
        case none
        /// Stop and start discovery.
        case restartDiscovery
        /// Switch the adapter off and on, and start discovery.
        case powerCycle
        /// Report that no step helped; the room may be quiet.
        case tell
    }

    private enum Stage: Sendable, Equatable {
        case listening
        case restarted
        case cycled
        case told
    }

    /// The silence before the first step, unless configured.
    static let patience = Duration.seconds(90)
    private static let pauses: [Duration] = [.seconds(90), .seconds(300), .seconds(900)]

    private let patience: Duration
    private var stage = Stage.listening
    private var due: BootInstant
    private var rounds = 0

    /// Whether the silence has lasted long enough to act.
    var isSilent: Bool { stage != .listening }

    init(now: BootInstant, patience: Duration = RadioWatchdog.patience) {
        self.patience = patience
        due = now + patience
    }

    /// Notes that an advertisement of any device was heard.
    mutating func heard(now: BootInstant) {
        stage = .listening
        rounds = 0
        due = now + patience
    }

    /// Decides the next step.
    ///
    /// - Parameter isLinkUp: Whether any device is connected; the adapter is not switched off then.
    mutating func tick(now: BootInstant, isLinkUp: Bool) -> Action {
        guard now >= due else { return .none }
        switch stage {
        case .listening, .told:
            // A link keeps the radio busy, so silence proves nothing.
            if isLinkUp {
                due = now + patience
                return .none
            }
            stage = .restarted
            due = now + patience / 3
            return .restartDiscovery
        case .restarted:
            if isLinkUp { return .none }
            stage = .cycled
            due = now + patience / 3
            return .powerCycle
        case .cycled:
            stage = .told
            due = now + Self.pauses[min(rounds, Self.pauses.count - 1)]
            rounds += 1
            return .tell
        }
    }
}
