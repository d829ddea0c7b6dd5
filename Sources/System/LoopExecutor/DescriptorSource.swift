public import Dispatch
import Glibc

/// Reports when a descriptor is readable or writable; enabling and disabling need not be balanced.
///
/// It watches a duplicate of the descriptor, because C libraries close theirs at any time while libdispatch needs it
/// open until the source is cancelled. A new source is disabled. It is level-triggered: the handler runs again while
/// the descriptor stays ready. Not `Sendable`: keep it in the actor that runs on the queue.
public final class DescriptorSource {
    /// The readiness that a source reports.
    public enum Direction: Sendable {
        /// There are bytes to read, or the stream has ended.
        case readable
        /// There is room to write.
        case writable
    }

    private let source: any DispatchSourceProtocol
    private var isActivated = false
    private var isCancelled = false

    /// Whether the source is enabled and the handler may run.
    public private(set) var isEnabled = false

    /// Creates a disabled source.
    ///
    /// - Parameters:
    ///   - descriptor: An open descriptor; the caller may close it at any time.
    ///   - direction: The readiness to report.
    ///   - queue: The queue that runs the handler.
    ///   - handler: The handler; it should capture its owner weakly.
    /// - Returns: `nil` if the descriptor cannot be duplicated: it is closed, or the process has no free descriptor.
    public init?(
        descriptor: Int32,
        direction: Direction,
        queue: DispatchQueue,
        handler: @escaping @Sendable () -> Void
    ) {
        let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard duplicate >= 0 else { return nil }
        source =
            switch direction {
            case .readable: DispatchSource.makeReadSource(fileDescriptor: duplicate, queue: queue)
            case .writable: DispatchSource.makeWriteSource(fileDescriptor: duplicate, queue: queue)
            }
        source.setEventHandler(handler: handler)
        source.setCancelHandler { _ = close(duplicate) }
    }

    /// Enables the source; does nothing if it is already enabled or cancelled.
    public func enable() {
        guard !isEnabled, !isCancelled else { return }
        isEnabled = true
        if isActivated {
            source.resume()
        } else {
            isActivated = true
            source.activate()
        }
    }

    /// Disables the source; does nothing if it is already disabled or cancelled.
    public func disable() {
        guard isEnabled, !isCancelled else { return }
        isEnabled = false
        source.suspend()
    }

    /// Cancels the source permanently and closes its duplicate of the descriptor.
    public func cancel() {
        guard !isCancelled else { return }
        // libdispatch traps when an inactive or suspended source is released, and runs the cancel handler only of an
        // active one.
        enable()
        isCancelled = true
        isEnabled = false
        source.cancel()
    }

    deinit {
        cancel()
    }
}
