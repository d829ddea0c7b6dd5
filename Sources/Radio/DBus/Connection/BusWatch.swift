internal import CDBus
internal import Dispatch
internal import LoopExecutor

/// One libdbus watch and the dispatch source that drives it.
///
/// Used on the connection's queue only.
final class BusWatch {
    let pointer: OpaquePointer
    private let source: DescriptorSource

    /// Makes the source, switched off; nil when the descriptor cannot be duplicated.
    init?(_ pointer: OpaquePointer, queue: DispatchQueue, ready: @escaping @Sendable (UInt32) -> Void) {
        let writes = dbus_watch_get_flags(pointer) & DBUS_WATCH_WRITABLE.rawValue != 0
        let flags = writes ? DBUS_WATCH_WRITABLE.rawValue : DBUS_WATCH_READABLE.rawValue
        let source = DescriptorSource(
            descriptor: dbus_watch_get_unix_fd(pointer),
            direction: writes ? .writable : .readable,
            queue: queue
        ) { ready(flags) }
        guard let source else { return nil }
        self.pointer = pointer
        self.source = source
    }

    /// Lets the source run exactly while libdbus wants the watch.
    func followEnabled() {
        if dbus_watch_get_enabled(pointer) != 0 { source.enable() } else { source.disable() }
    }

    /// Ends the source for good.
    func cancel() {
        source.cancel()
    }
}

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
