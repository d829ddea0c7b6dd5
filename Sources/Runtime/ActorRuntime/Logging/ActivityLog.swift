public import BusContract
internal import Logging

/// Logs the work on people's records like the mobile SDK's log: only while logging is on, and never a payload or a
/// token.
public struct ActivityLog: Sendable {
    private let logSwitch: LogSwitch
    private let logger: Logger

    /// Creates a log whose destination a switch decides.
    init(_ logSwitch: LogSwitch, logger: Logger) {
        self.logSwitch = logSwitch
        var logger = logger
        // Switching this log on must show its entries, whatever the process's own level is.
        logger.logLevel = .info
        self.logger = logger
    }

    /// Logs one event with ids, types and counts.
    ///
    /// - Parameter component: The component to which it belongs; nil for the process's own.
    public func note(
        _ message: String,
        _ facts: @autoclosure () -> [String: String] = [:],
        component: LoggingState.Component? = nil
    ) {
        let tag = component ?? logSwitch.component
        guard let sink = logSwitch.sink(of: tag) else { return }
        let facts = facts()
        guard sink == .journald else {
            let line = LineLogHandler.line(message, fields: facts.sorted { $0.key < $1.key })
            return logSwitch.take(level: "info", tag: tag, message: line)
        }
        var metadata: Logger.Metadata = ["tag": "\(tag)"]
        for (name, value) in facts { metadata[name] = "\(value)" }
        logger.info("\(message)", metadata: metadata)
    }
}
