import Logging
import TestSupport

/// A log that stores its lines with metadata.
struct CollectingLog: LogHandler {
    let lines: Collected<String>
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        lines.add("\(event.message) \(event.metadata ?? [:]) \(metadata) \(String(describing: event.error))")
    }
}
