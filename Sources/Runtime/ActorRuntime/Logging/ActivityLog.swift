public import BusContract
internal import Logging

/// Logs the process's work on people's records, as the mobile SDK does: only while logging is on, and never a payload
/// or a token.
public struct ActivityLog: Sendable {
    private let logSwitch: LogSwitch
    private let logger: Logger

    /// Makes a log that a switch controls.
    init(_ logSwitch: LogSwitch, logger: Logger) {
        self.logSwitch = logSwitch
        var logger = logger
        // An operator who switches it on wants its entries, whatever the level of the process's own log.
        logger.logLevel = .info
        self.logger = logger
    }

    /// Whether entries are logged; for entries that are costly to make.
    public var isOn: Bool { logSwitch.sink != nil }

    /// Logs one event, with ids, types and counts.
    ///
    /// - Parameter component: The part of the system that it belongs to; nil for the process's own.
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
