public import Dispatch

/// A serial dispatch queue that runs an actor's jobs and a C library's event sources one after another.
///
/// An actor whose `unownedExecutor` is this executor may be entered from any handler of ``queue`` by `assumeIsolated`.
public final class QueueExecutor: SerialExecutor {
    /// The queue that jobs and event sources share.
    public let queue: DispatchQueue

    /// Creates an executor with its own queue.
    ///
    /// - Parameter label: The name of the queue, as debuggers show it.
    public init(label: String) {
        queue = DispatchQueue(label: label)
    }

    /// Runs a job of the actor on the queue.
    public func enqueue(_ job: UnownedJob) {
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Traps if the caller is not on the queue.
    ///
    /// Without it, `assumeIsolated` traps in plain dispatch handlers, which are not Swift jobs.
    public func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
