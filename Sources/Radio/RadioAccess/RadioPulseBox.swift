internal import Synchronization

/// A pulse that the copies of a link share.
final class RadioPulseBox: Sendable {
    private let pulse = Mutex(RadioPulse())

    /// Changes it, or looks at it.
    @discardableResult
    func change<Result: Sendable>(_ body: (inout RadioPulse) -> Result) -> Result {
        pulse.withLock { body(&$0) }
    }
}
