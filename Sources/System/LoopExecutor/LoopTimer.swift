public import Dispatch

/// A timer on a dispatch queue, one-shot or periodic.
///
/// Not `Sendable`: keep it in the actor that runs on the queue. Releasing it stops it.
public final class LoopTimer {
    private let source: any DispatchSourceTimer

    /// Starts a one-shot timer.
    ///
    /// - Parameters:
    ///   - delay: The delay; a negative one fires at once. Time in system suspend does not count.
    ///   - queue: The queue that runs the handler.
    ///   - handler: The handler; it should capture its owner weakly.
    public init(after delay: Duration, queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeTimerSource(queue: queue)
        source.schedule(deadline: .now() + Self.interval(delay), leeway: .milliseconds(1))
        source.setEventHandler(handler: handler)
        source.activate()
    }

    /// Starts a periodic timer, which first fires after one period.
    ///
    /// - Parameters:
    ///   - period: The time between two firings, at least a millisecond. Missed firings are skipped.
    ///   - queue: The queue that runs the handler.
    ///   - handler: The handler; it should capture its owner weakly.
    public init(every period: Duration, queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
        let interval = Self.interval(max(period, .milliseconds(1)))
        source = DispatchSource.makeTimerSource(queue: queue)
        source.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(10))
        source.setEventHandler(handler: handler)
        source.activate()
    }

    /// Stops the timer; the handler does not run again.
    public func cancel() {
        source.cancel()
    }

    deinit {
        source.cancel()
    }

    /// A duration for libdispatch; a century replaces any duration beyond 64 bits of nanoseconds (292 years).
    private static func interval(_ duration: Duration) -> DispatchTimeInterval {
        let century = Duration.seconds(3_153_600_000)
        let parts = min(max(duration, .zero), century).components
        return .nanoseconds(Int(parts.seconds) * 1_000_000_000 + Int(parts.attoseconds / 1_000_000_000))
    }
}
