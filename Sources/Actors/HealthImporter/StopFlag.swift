internal import Synchronization

/// Requests work on another thread to stop.
final class StopFlag: Sendable {
    /// The reason to stop.
    enum Reason: Sendable {
        /// The process or session ends; the work continues at the next start, or in the person's next session.
        case draining
        /// A person cancelled the work.
        case cancelled
    }

    private let state = Mutex<Reason?>(nil)

    /// The reason to stop; nil to continue.
    var reason: Reason? { state.withLock { $0 } }

    /// Requests a stop; the first reason prevails.
    func stop(_ reason: Reason) { state.withLock { $0 = $0 ?? reason } }

    /// Throws if a stop was requested.
    ///
    /// - Throws: `CancellationError`.
    func check() throws {
        if reason != nil { throw CancellationError() }
    }
}
