public import Dispatch
import Glibc

/// Tells when a descriptor can be read or written, and can be switched off and on without counting.
///
/// It watches a duplicate of the descriptor, because C libraries close theirs whenever they like while libdispatch needs
/// it open until the source is cancelled. A new source is off. Level triggered: the handler runs again while there is
/// something left to do. Not `Sendable`: keep it in the actor that runs on the queue.
public final class DescriptorSource {
    /// What the source waits for.
    public enum Direction: Sendable {
        /// Bytes to read, or the end of the stream.
        case readable
        /// Room to write.
        case writable
    }

    private let source: any DispatchSourceProtocol
    private var isActivated = false
    private var isCancelled = false

    /// Whether the handler may run now.
    public private(set) var isEnabled = false

    /// Makes a source that is off.
    ///
    /// - Parameters:
    ///   - descriptor: An open descriptor; the caller may close it at any time.
    ///   - direction: What to wait for.
    ///   - queue: Where the handler runs.
    ///   - handler: What to do; hold the owner weakly.
    /// - Returns: `nil` when the descriptor cannot be duplicated: it is closed, or the process has no descriptor left.
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

    /// Switches the source on; nothing happens when it is on already or cancelled.
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

    /// Switches the source off; nothing happens when it is off already or cancelled.
    public func disable() {
        guard isEnabled, !isCancelled else { return }
        isEnabled = false
        source.suspend()
    }

    /// Ends the source for good and closes its duplicate of the descriptor.
    public func cancel() {
        guard !isCancelled else { return }
        // libdispatch traps when a source is released while inactive or suspended, and only runs the cancel handler of
        // one that is on.
        enable()
        isCancelled = true
        isEnabled = false
        source.cancel()
    }

    deinit {
        cancel()
    }
}
