public import BusContract
internal import Synchronization

/// Whether and where a process tells of its work; switched at run time by `state/logging`.
///
/// The process's own lines on standard error are not touched by it. Entries for the bus wait in a bounded stream that
/// drops the oldest; those of the bus connection itself never get here, or each would make the next.
public final class LogSwitch: Sendable {
    /// The most entries that wait for the bus; the oldest is dropped for a new one.
    static let capacity = 256

    private struct State {
        var logging = LoggingState.off
        var file: LogFile?
    }

    /// The part of the system that the process is.
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

    /// Where entries go now; nil when this process logs nothing, or somewhere that it does not know.
    public var sink: LoggingState.Sink? { sink(of: component) }

    /// Where entries of a part of the system go now; nil when that part logs nothing.
    func sink(of component: LoggingState.Component) -> LoggingState.Sink? {
        state.withLock { state in
            let logging = state.logging
            guard logging.enabled, logging.components.contains(component) else { return nil }
            return logging.sink.isKnown ? logging.sink : nil
        }
    }

    /// Takes over what is to be logged from now on.
    public func apply(_ logging: LoggingState) {
        state.withLock { $0.logging = logging }
    }

    /// Names the file of the sink `file`.
    func setFile(_ path: String) {
        state.withLock { $0.file = LogFile(path) }
    }

    /// Takes an entry for the file or the bus; one for the journal is on standard error already.
    ///
    /// - Parameter tag: The part of the system that it is of; nil for the process's own.
    func take(level: String, tag: LoggingState.Component? = nil, message: String) {
        let tag = tag ?? component
        switch sink(of: tag) {
        case .file: state.withLock { $0.file }?.write(level: level, tag: tag.rawValue, message: message)
        case .bus: continuation.yield(LogEntry(tag: tag, level: level, message: String(message.prefix(2048))))
        default: return
        }
    }
}
