/// Notices that a destination answers again, so that what failed meanwhile need not wait for its back-off's end.
///
/// Each record's back-off grows with its own attempts, to minutes. After some failures in a row a single record is tried as a
/// probe, every few seconds at first; when one gets through, all that wait are due at once. Pure: the owner passes the
/// time in and does what is due. Its destinations are those of sessions, so there are few.
public struct DestinationPulse: Sendable, Hashable {
    /// What a destination showed with one attempt.
    public enum Beat: Sendable, Hashable {
        /// It took a record.
        case well
        /// It failed in a way that passes, and asked for no wait.
        case trouble
        /// It asked for a wait, and gets it: until then nothing is hastened.
        case asked(until: BootInstant)
    }

    /// What is to be done now.
    public enum Act: Sendable, Hashable {
        /// One record that waits for its next attempt becomes due.
        case probe(String)
        /// All of them do.
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

    /// How many failures in a row are trouble.
    private static let limit = 3
    /// How far all records' attempts lie apart at least: some destinations refuse the same records again and again.
    private static let gap = Duration.seconds(10)
    /// For how long probes follow each other closely.
    private static let patience = Duration.seconds(300)
    private var states: [String: State] = [:]

    /// Makes a pulse that knows of no destination.
    public init() {}

    /// Takes in what an attempt showed.
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

    /// Begins to probe a destination of which it is not known how long it has been in trouble.
    public mutating func doubt(_ api: String, now: BootInstant) {
        states[api, default: State()].open(now)
    }

    /// What is due; it counts as done; what fails goes to ``redo(_:now:)``.
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

    /// An act could not be done: it is due again.
    public mutating func redo(_ act: Act, now: BootInstant) {
        switch act {
        case .probe(let api): states[api]?.nextProbe = now
        case .hasten(let api): states[api]?.hastensAt = now
        }
    }

    /// When something is due next.
    public var next: BootInstant? { states.values.compactMap(\.next).min() }
}
