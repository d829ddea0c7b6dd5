internal import CDBus
internal import Dispatch
internal import Glibc
internal import LoopExecutor

/// A libdbus watch and the dispatch source that drives it; used only on the connection's queue.
final class BusWatch {
    let pointer: OpaquePointer
    /// Whether it reports bytes to read, not room to write.
    let reads: Bool
    /// Whether the source is off although libdbus has the watch enabled.
    var isResting = false {
        didSet { followEnabled() }
    }
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
        reads = !writes
    }

    /// Enables the source if and only if libdbus has the watch enabled and it does not rest.
    func followEnabled() {
        if !isResting, dbus_watch_get_enabled(pointer) != 0 { source.enable() } else { source.disable() }
    }

    /// Whether the descriptor has unread bytes; false if that is unknown.
    var hasUnread: Bool {
        var count: Int32 = 0
        return ioctl(dbus_watch_get_unix_fd(pointer), UInt(FIONREAD), &count) == 0 && count > 0
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
