internal import DeliveryRules

/// Restarts a radio that has gone silent.
///
/// 90 s without an advertisement → restart discovery → switch the adapter off and on, never while a link is up → tell, and
/// back off, because a quiet room is no fault. From step to step it waits a third of its patience.
struct RadioWatchdog: Sendable {
    /// What is to be done.
    enum Action: Sendable, Hashable {
        /// Nothing now.
        case none
        /// Stop and start discovery.
        case restartDiscovery
        /// Switch the adapter off and on, and start discovery.
        case powerCycle
        /// Tell that nothing helped; it may be a quiet room.
        case tell
    }

    private enum Stage: Sendable, Equatable {
        case listening
        case restarted
        case cycled
        case told
    }

    /// Silence before the first step, unless configured.
    static let patience = Duration.seconds(90)
    private static let pauses: [Duration] = [.seconds(90), .seconds(300), .seconds(900)]

    private let patience: Duration
    private var stage = Stage.listening
    private var due: BootInstant
    private var rounds = 0

    /// Whether it has been silent for so long that something was done about it.
    var isSilent: Bool { stage != .listening }

    init(now: BootInstant, patience: Duration = RadioWatchdog.patience) {
        self.patience = patience
        due = now + patience
    }

    /// An advertisement of any device was heard.
    mutating func heard(now: BootInstant) {
        stage = .listening
        rounds = 0
        due = now + patience
    }

    /// Time has passed.
    ///
    /// - Parameter isLinkUp: Whether any device is connected; then the adapter is not switched off.
    mutating func tick(now: BootInstant, isLinkUp: Bool) -> Action {
        guard now >= due else { return .none }
        switch stage {
        case .listening, .told:
            // A link keeps the radio busy: silence means nothing then.
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
