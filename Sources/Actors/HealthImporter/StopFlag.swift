internal import Synchronization

/// Tells work on another thread to stop.
final class StopFlag: Sendable {
    /// Why it stops.
    enum Reason: Sendable {
        /// The process or the session ends; the work goes on at the next start, or in the person's next session.
        case draining
        /// Somebody wants it no more.
        case cancelled
    }

    private let state = Mutex<Reason?>(nil)

    /// Why to stop; nil to go on.
    var reason: Reason? { state.withLock { $0 } }

    /// Stops the work; the first reason stays.
    func stop(_ reason: Reason) { state.withLock { $0 = $0 ?? reason } }

    /// Ends the work if it is to stop.
    ///
    /// - Throws: `CancellationError`.
    func check() throws {
        if reason != nil { throw CancellationError() }
    }
}
