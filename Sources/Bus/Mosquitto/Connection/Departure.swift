import LoopExecutor

/// A close under way.
struct Departure {
    /// Whether the broker is to publish the last will.
    let sendsWill: Bool

    /// Ends the flushing at the deadline.
    let timer: EventTimer

    /// Who waits for the end.
    var waiters: [CheckedContinuation<Void, Never>] = []
}
