/// Detects that a destination works again, so that failed records need not wait until their back-off ends.
///
/// Each record's back-off grows with its own attempts, up to minutes. After several failures in a row a single record
/// is tried as a probe, every few seconds at first. When one gets through, all waiting records are due at once. Pure:
/// the owner passes the time in and carries out the due acts. The destinations are those of sessions, so there are few.
public struct DestinationPulse: Sendable, Hashable {
    /// What one attempt showed about a destination.
    public enum Beat: Sendable, Hashable {
        /// It took a record.
        case well
        /// It failed temporarily, without asking for a wait.
        case trouble
        /// It asked for a wait until this moment; no record is hastened before.
        case asked(until: BootInstant)
    }

    /// An act that is due.
    public enum Act: Sendable, Hashable {
        /// Makes one delayed record due.
        case probe(String)
        /// Makes all delayed records due.
        case hasten(String)
    }

    private struct State: Sendable, Hashable {
        var failures = 0
        var troubledSince: BootInstant?
        var nextProbe: BootInstant?
        var probes = 0
        var hastensAt: BootInstant?
        var hastenedAt: BootInstant?
        var quietUntil: BootInstant?

        /// When its next act is due.
        var next: BootInstant? {
            guard let first = [hastensAt, nextProbe].compactMap(\.self).min() else { return nil }
            return max(first, quietUntil ?? first)
        }

        mutating func open(_ now: BootInstant) {
            guard nextProbe == nil else { return }
            (troubledSince, nextProbe, probes) = (now, now + .seconds(2), 0)
        }

        mutating func probe(_ now: BootInstant, closely: Bool) {
            probes = min(probes + 1, 2)
            nextProbe = now + (closely ? .seconds(2 << probes) : .seconds(30))
        }
    }

    /// How many failures in a row count as trouble.
    private static let limit = 3
    /// The shortest time between two acts that make all records due, because some destinations fail the same records
    /// repeatedly.
    private static let gap = Duration.seconds(10)
    /// For how long probes are frequent.
    private static let patience = Duration.seconds(300)
    private var states: [String: State] = [:]

    /// Creates a pulse without destinations.
    public init() {}

    /// Notes what an attempt showed.
    public mutating func note(_ beat: Beat, of api: String, now: BootInstant) {
        var state = states[api, default: State()]
        switch beat {
        case .well:
            if state.nextProbe != nil { state.hastensAt = max(now, (state.hastenedAt.map { $0 + Self.gap }) ?? now) }
            (state.failures, state.nextProbe, state.troubledSince, state.probes) = (0, nil, nil, 0)
        case .trouble:
            state.failures = min(state.failures + 1, Self.limit)
            if state.failures == Self.limit { state.open(now) }
        case .asked(let until): state.quietUntil = max(until, state.quietUntil ?? until)
        }
        states[api] = state
    }

    /// Begins to probe a destination that has been in trouble for an unknown time.
    public mutating func doubt(_ api: String, now: BootInstant) {
        states[api, default: State()].open(now)
    }

    /// Returns the due acts and counts them as done; a failed act must go to ``redo(_:now:)``.
    public mutating func due(now: BootInstant) -> [Act] {
        states.keys.sorted().flatMap { api -> [Act] in
            guard var state = states[api], let next = state.next, next <= now else { return [] }
            var acts: [Act] = []
            if let at = state.hastensAt, at <= now {
                (state.hastensAt, state.hastenedAt) = (nil, now)
                acts.append(.hasten(api))
            }
            if let at = state.nextProbe, at <= now {
                state.probe(now, closely: (state.troubledSince ?? now) + Self.patience > now)
                acts.append(.probe(api))
            }
            states[api] = state
            return acts
        }
    }

    /// Makes a failed act due again.
    public mutating func redo(_ act: Act, now: BootInstant) {
        switch act {
        case .probe(let api): states[api]?.nextProbe = now
        case .hasten(let api): states[api]?.hastensAt = now
        }
    }

    /// When the next act is due.
    public var next: BootInstant? { states.values.compactMap(\.next).min() }
}
