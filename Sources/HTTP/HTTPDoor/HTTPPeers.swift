package import FoundationEssentials
internal import Synchronization
internal import SystemCalls

/// Counts each sender's connections; one beyond the limits is closed at once, and its sender is logged.
///
/// A sender is an address, so one that opens thousands of connections cannot use up those of others.
package final class HTTPPeers: Sendable {
    /// The default limit of connections of one address.
    package static let limit = 64
    /// The default limit of all connections.
    package static let total = 512
    /// How long an address is not logged again, in seconds.
    static let silence = 10.0

    private struct State {
        var open: Shares
        var refused = 0
        var told: Date?
    }

    private let state: Mutex<State>

    /// Creates limits.
    ///
    /// Half of the process's file limit is reserved for stores, folders and uploads.
    ///
    /// - Parameters:
    ///   - limit: The limit of connections of one address; behind a reverse proxy, all browsers have its address.
    ///   - total: The limit of all connections, lowered if the process may open too few files.
    package init(limit: Int = HTTPPeers.limit, total: Int = HTTPPeers.total) {
        let room = OpenFiles.raiseLimit().map { max(1, $0 / 2) } ?? total
        state = Mutex(State(open: Shares(share: limit, most: min(total, room))))
    }

    /// The decision about a new connection.
    package enum Answer: Equatable {
        case welcome
        /// It is closed; the number of refusals since the last log entry if one is due, else nil.
        case refused(tell: Int?)
    }

    /// Counts a new connection; an accepted one must be followed by ``leave(_:)``.
    package func enter(_ peer: String, at now: Date) -> Answer {
        state.withLock { state in
            if state.open.enter(peer) { return .welcome }
            state.refused += 1
            if let told = state.told, abs(now.timeIntervalSince(told)) < Self.silence { return .refused(tell: nil) }
            defer { (state.told, state.refused) = (now, 0) }
            return .refused(tell: state.refused)
        }
    }

    /// Records a closed connection.
    package func leave(_ peer: String) { state.withLock { $0.open.leave(peer) } }
}
