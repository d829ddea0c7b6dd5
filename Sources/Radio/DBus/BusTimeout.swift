internal import CDBus
internal import Dispatch
internal import LoopExecutor

/// One libdbus timeout and the timer that drives it.
///
/// Used on the connection's queue only.
final class BusTimeout {
    let pointer: OpaquePointer
    private let queue: DispatchQueue
    private let due: @Sendable () -> Void
    private var timer: LoopTimer?

    init(_ pointer: OpaquePointer, queue: DispatchQueue, due: @escaping @Sendable () -> Void) {
        self.pointer = pointer
        self.queue = queue
        self.due = due
    }

    /// Starts or stops the timer as libdbus wants it; the interval may have changed too.
    func followEnabled() {
        cancel()
        guard dbus_timeout_get_enabled(pointer) != 0 else { return }
        let period = Duration.milliseconds(dbus_timeout_get_interval(pointer))
        timer = LoopTimer(every: period, queue: queue, handler: due)
    }

    func cancel() {
        timer?.cancel()
        timer = nil
    }
}
