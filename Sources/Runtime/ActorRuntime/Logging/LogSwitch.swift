public import BusContract
internal import Synchronization

/// Whether and where a process logs its work, switched at run time by `state/logging`.
///
/// It does not affect the process's own lines on standard error. Entries for the bus wait in a bounded stream that
/// drops the oldest. Entries of the bus connection itself are excluded, because each would cause another.
public final class LogSwitch: Sendable {
    /// The limit of entries waiting for the bus; a new entry replaces the oldest.
    static let capacity = 256

    private struct State {
        var logging = LoggingState.off
        var file: LogFile?
    }

    /// The process's component.
    public let component: LoggingState.Component
    /// Entries for the bus; for one reader.
    let entries: AsyncStream<LogEntry>
    private let continuation: AsyncStream<LogEntry>.Continuation
    private let state = Mutex(State())

    /// Creates a switch that is off.
    public init(component: LoggingState.Component) {
        self.component = component
        (entries, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.capacity))
    }

    /// The current destination of entries; nil if this process logs nothing, or the destination is unknown.
    public var sink: LoggingState.Sink? { sink(of: component) }

    /// The current destination of a component's entries; nil if it logs nothing.
    func sink(of component: LoggingState.Component) -> LoggingState.Sink? {
        state.withLock { state in
            let logging = state.logging
            guard logging.enabled, logging.components.contains(component) else { return nil }
            return logging.sink.isKnown ? logging.sink : nil
        }
    }

    /// Applies a new logging state.
    public func apply(_ logging: LoggingState) {
        state.withLock { $0.logging = logging }
    }

    /// Sets the file of the sink `file`.
    func setFile(_ path: String) {
        state.withLock { $0.file = LogFile(path) }
    }

    /// Passes an entry to the file or the bus; one for the journal is on standard error already.
    ///
    /// - Parameter tag: The component of the entry; nil for the process's own.
    func take(level: String, tag: LoggingState.Component? = nil, message: String) {
        let tag = tag ?? component
        switch sink(of: tag) {
        case .file: state.withLock { $0.file }?.write(level: level, tag: tag.rawValue, message: message)
        case .bus: continuation.yield(LogEntry(tag: tag, level: level, message: String(message.prefix(2048))))
        default: return
        }
    }
}
