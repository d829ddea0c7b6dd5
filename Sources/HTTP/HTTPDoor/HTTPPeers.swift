package import FoundationEssentials
internal import Synchronization
internal import SystemCalls

/// Counts each sender's connections; closes one beyond the limits at once, and logs its sender.
///
/// A sender is an address, so one that opens thousands of connections does not block others.
package final class HTTPPeers: Sendable {
    /// The default limit of connections per address.
    package static let limit = 64
    /// The default limit of all connections together.
    package static let total = 512
    /// The interval between two log lines about an address, in seconds.
    static let silence = 10.0

    private struct State {
        var open: Shares
        var refused = 0
        var told: Date?
    }

    private let state: Mutex<State>

    /// Makes limits.
    ///
    /// Half of the process's open files are reserved for stores, folders and uploads.
    ///
    /// - Parameters:
    ///   - limit: The most connections of one address; behind a reverse proxy all browsers have its address.
    ///   - total: The most of all together, if the system allows this process so many.
    package init(limit: Int = HTTPPeers.limit, total: Int = HTTPPeers.total) {
        let room = OpenFiles.raiseLimit().map { max(1, $0 / 2) } ?? total
        state = Mutex(State(open: Shares(share: limit, most: min(total, room))))
    }

    /// The decision on a new connection.
    package enum Answer: Equatable {
        case welcome
        /// It is closed; if a log line is due, with the number since the last line.
        case refused(tell: Int?)
    }

    /// Counts a new connection; call ``leave(_:)`` after an accepted one.
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
