internal import FoundationEssentials
internal import Synchronization

/// How many connections each sender has; one beyond the limits is closed at once, and its sender is named in the log.
///
/// A sender is an address: whoever opens thousands of connections leaves the others theirs.
final class IngestPeers: Sendable {
    /// The most connections of one address, and of all.
    static let limit = 64
    static let total = 512
    /// How long an address is not named again, in seconds.
    static let silence = 10.0

    private struct State {
        var open: [String: Int] = [:]
        var count = 0
        var refused = 0
        var told: Date?
    }

    private let state = Mutex(State())
    private let total: Int

    init(total: Int = IngestPeers.total) { self.total = total }

    /// What becomes of a new connection.
    enum Answer: Equatable {
        case welcome
        /// It is closed; where it is time to tell, how many were since the last time.
        case refused(tell: Int?)
    }

    /// Counts a new connection; one that is welcome is followed by ``leave(_:)``.
    func enter(_ peer: String, at now: Date) -> Answer {
        state.withLock { state in
            guard state.count < total, state.open[peer, default: 0] < Self.limit else {
                state.refused += 1
                if let told = state.told, abs(now.timeIntervalSince(told)) < Self.silence { return .refused(tell: nil) }
                defer { (state.told, state.refused) = (now, 0) }
                return .refused(tell: state.refused)
            }
            state.count += 1
            state.open[peer, default: 0] += 1
            return .welcome
        }
    }

    /// A connection is closed.
    func leave(_ peer: String) {
        state.withLock { state in
            state.count -= 1
            let left = (state.open[peer] ?? 1) - 1
            state.open[peer] = left > 0 ? left : nil
        }
    }
}
