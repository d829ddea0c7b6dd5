public import Dispatch

/// A timer on a dispatch queue: once after a delay, or again and again.
///
/// Not `Sendable`: keep it in the actor that runs on the queue. It ends when it is released.
public final class LoopTimer {
    private let source: any DispatchSourceTimer

    /// Starts a timer that fires once.
    ///
    /// - Parameters:
    ///   - delay: How long to wait; a negative delay fires at once. Time in system suspend does not count.
    ///   - queue: Where the handler runs.
    ///   - handler: What to do; hold the owner weakly.
    public init(after delay: Duration, queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
        source = DispatchSource.makeTimerSource(queue: queue)
        source.schedule(deadline: .now() + Self.interval(delay), leeway: .milliseconds(1))
        source.setEventHandler(handler: handler)
        source.activate()
    }

    /// Starts a timer that fires again and again, first after one period.
    ///
    /// - Parameters:
    ///   - period: The time between two firings, at least a millisecond. Missed firings are not made up for.
    ///   - queue: Where the handler runs.
    ///   - handler: What to do; hold the owner weakly.
    public init(every period: Duration, queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
        let interval = Self.interval(max(period, .milliseconds(1)))
        source = DispatchSource.makeTimerSource(queue: queue)
        source.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(10))
        source.setEventHandler(handler: handler)
        source.activate()
    }

    /// Stops the timer; its handler does not run again.
    public func cancel() {
        source.cancel()
    }

    deinit {
        source.cancel()
    }

    /// A duration as libdispatch counts it; what does not fit in 64 bits of nanoseconds (292 years) becomes a century.
    private static func interval(_ duration: Duration) -> DispatchTimeInterval {
        let century = Duration.seconds(3_153_600_000)
        let parts = min(max(duration, .zero), century).components
        return .nanoseconds(Int(parts.seconds) * 1_000_000_000 + Int(parts.attoseconds / 1_000_000_000))
    }
}
