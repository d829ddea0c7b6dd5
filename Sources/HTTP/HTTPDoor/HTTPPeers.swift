package import FoundationEssentials
internal import Synchronization
internal import SystemCalls

/// How many connections each sender has; one beyond the limits is closed at once, and its sender is named in the log.
///
/// A sender is an address: whoever opens thousands of connections leaves the others theirs.
package final class HTTPPeers: Sendable {
    /// The most connections of one address where nothing else is said.
    package static let limit = 64
    /// The most connections of all together where nothing else is said.
    package static let total = 512
    /// How long an address is not named again, in seconds.
    static let silence = 10.0

    private struct State {
        var open: Shares
        var refused = 0
        var told: Date?
    }

    private let state: Mutex<State>

    /// Makes limits.
    ///
    /// Half of the files that this process may open are not connections: stores, folders and uploads keep theirs.
    ///
    /// - Parameters:
    ///   - limit: The most connections of one address; behind a reverse proxy all browsers have its address.
    ///   - total: The most of all together, where the system lets this process have so many.
    package init(limit: Int = HTTPPeers.limit, total: Int = HTTPPeers.total) {
        let room = OpenFiles.raiseLimit().map { max(1, $0 / 2) } ?? total
        state = Mutex(State(open: Shares(share: limit, most: min(total, room))))
    }

    /// What becomes of a new connection.
    package enum Answer: Equatable {
        case welcome
        /// It is closed; where it is time to tell, how many were since the last time.
        case refused(tell: Int?)
    }

    /// Counts a new connection; one that is welcome is followed by ``leave(_:)``.
    package func enter(_ peer: String, at now: Date) -> Answer {
        state.withLock { state in
            if state.open.enter(peer) { return .welcome }
            state.refused += 1
            if let told = state.told, abs(now.timeIntervalSince(told)) < Self.silence { return .refused(tell: nil) }
            defer { (state.told, state.refused) = (now, 0) }
            return .refused(tell: state.refused)
        }
    }

    /// A connection is closed.
    package func leave(_ peer: String) { state.withLock { $0.open.leave(peer) } }
}
