import Logging

extension Logger {
    /// A logger that discards everything.
    static var silent: Logger { Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }) }
}
