/// When a connection gathers signals instead of waking up for each.
///
/// Many small signals, such as the adverts of a ward, cost less when they are read together. Replies and what follows
/// them come at once: sending a message ends the gathering.
public struct DBusGathering: Hashable, Sendable {
    /// How long signals are gathered.
    public var period: Duration
    /// How long after the last message sent gathering begins.
    public var quiet: Duration

    /// Makes a setting; 20 readings a second, from 2 s after the last message sent.
    public init(period: Duration = .milliseconds(50), quiet: Duration = .seconds(2)) {
        self.period = period
        self.quiet = quiet
    }
}

/// Decides how long a link may rest after its socket was read empty.
struct ReadPace {
    private let gathering: DBusGathering?
    private var lastSent: ContinuousClock.Instant

    init(_ gathering: DBusGathering?, now: ContinuousClock.Instant) {
        self.gathering = gathering
        lastSent = now
    }

    mutating func sent(now: ContinuousClock.Instant) {
        lastSent = now
    }

    /// How long to rest; nil to read on at once.
    ///
    /// - Parameter isAsking: Whether a call waits for its reply.
    func rest(isAsking: Bool, now: ContinuousClock.Instant) -> Duration? {
        guard let gathering, !isAsking, now - lastSent >= gathering.quiet else { return nil }
        return gathering.period
    }
}
