public import BusContract
internal import Synchronization

/// Whether and where a process logs its activity; `state/logging` switches it at run time.
///
/// It does not affect the process's own lines on standard error. Entries for the bus are queued in a bounded stream
/// that drops the oldest. Entries of the bus connection itself are excluded, because publishing each would make
/// another.
public final class LogSwitch: Sendable {
    /// The most queued entries for the bus; a new one replaces the oldest.
    static let capacity = 256

    private struct State {
        var logging = LoggingState.off
        var file: LogFile?
    }

    /// The part of the system that the process belongs to.
    public let component: LoggingState.Component
    /// Entries for the bus; for one reader.
    let entries: AsyncStream<LogEntry>
    private let continuation: AsyncStream<LogEntry>.Continuation
    private let state = Mutex(State())

    /// Makes a switch that is off.
    public init(component: LoggingState.Component) {
        self.component = component
        (entries, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.capacity))
    }

    /// The present destination of entries; nil if this process logs nothing, or the destination is unknown.
    public var sink: LoggingState.Sink? { sink(of: component) }

    /// The present destination of a part's entries; nil if that part logs nothing.
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

    /// Names the file of the sink `file`.
    func setFile(_ path: String) {
        state.withLock { $0.file = LogFile(path) }
    }

    /// Takes an entry for the file or the bus; an entry for the journal is already on standard error.
    ///
    /// - Parameter tag: The part of the system that it belongs to; nil for the process's own.
    func take(level: String, tag: LoggingState.Component? = nil, message: String) {
        let tag = tag ?? component
        switch sink(of: tag) {
        case .file: state.withLock { $0.file }?.write(level: level, tag: tag.rawValue, message: message)
        case .bus: continuation.yield(LogEntry(tag: tag, level: level, message: String(message.prefix(2048))))
        default: return
        }
    }
}
