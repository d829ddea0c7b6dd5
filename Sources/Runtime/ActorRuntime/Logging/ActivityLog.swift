public import BusContract
internal import Logging

/// Tells what the process does for people's records, as the mobile SDK's log does: only while logging is on, and never
/// a payload or a token.
public struct ActivityLog: Sendable {
    private let logSwitch: LogSwitch
    private let logger: Logger

    /// Makes a log that writes where a switch says.
    init(_ logSwitch: LogSwitch, logger: Logger) {
        self.logSwitch = logSwitch
        var logger = logger
        // Whoever switches it on wants to see it, whatever is left out of the process's own lines.
        logger.logLevel = .info
        self.logger = logger
    }

    /// Whether anything is told; for entries that cost something to make.
    public var isOn: Bool { logSwitch.sink != nil }

    /// Tells one thing that happened, with ids, types and counts.
    ///
    /// - Parameter component: The part of the system that it belongs to, where that is not the process's own.
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
