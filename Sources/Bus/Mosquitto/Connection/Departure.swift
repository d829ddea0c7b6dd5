import LoopExecutor

/// A close in progress.
struct Departure {
    /// Whether the broker is to publish the last will.
    let sendsWill: Bool

    /// Ends the flushing at the deadline.
    let timer: EventTimer

    /// The callers that wait for the end.
    var waiters: [CheckedContinuation<Void, Never>] = []
}
