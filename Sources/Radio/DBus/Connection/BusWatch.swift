internal import CDBus
internal import Dispatch
internal import LoopExecutor

/// A libdbus watch and the dispatch source that drives it; used only on the connection's queue.
final class BusWatch {
    let pointer: OpaquePointer
    private let source: DescriptorSource

    /// Makes a disabled source; nil if the descriptor cannot be duplicated.
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

    /// Enables the source if and only if libdbus has the watch enabled.
    func followEnabled() {
        if dbus_watch_get_enabled(pointer) != 0 { source.enable() } else { source.disable() }
    }

    /// Cancels the source permanently.
    func cancel() {
        source.cancel()
    }
}

/// A libdbus timeout and the timer that drives it; used only on the connection's queue.
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

    /// Starts or stops the timer to match libdbus, with the current interval.
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
