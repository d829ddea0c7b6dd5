internal import FoundationEssentials
package import Logging
internal import MessageBus
internal import SystemPackage

/// Writes one line per entry to standard error: `time level label: message key=value`, or a JSON object.
///
/// Line ends and control characters in values are escaped, so that no value can forge an entry. Payloads never get
/// here: modules log only types, topics and sizes.
package struct LineLogHandler: LogHandler {
    /// The format of lines.
    package enum Format: String, Sendable {
        case text
        case json
    }

    package var logLevel: Logger.Level
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?
    private let label: String
    private let format: Format
    private let hasJournal: Bool
    private let tap: LogSwitch?
    private let write: @Sendable ([UInt8]) -> Void

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - hasJournal: Whether lines go to journald; they then begin with `<n>` (`sd-daemon(3)`) and have no time.
    ///   - tap: Receives each entry, too, except those of the bus connection.
    ///   - write: Receives whole lines; standard error by default.
    package init(
        label: String,
        level: Logger.Level,
        format: Format,
        hasJournal: Bool,
        tap: LogSwitch? = nil,
        // Absent is nil: the output is closed, so there is nowhere to report it.
        write: @escaping @Sendable ([UInt8]) -> Void = { _ = try? FileDescriptor.standardError.writeAll($0) }
    ) {
        self.label = label
        logLevel = level
        self.format = format
        self.hasJournal = hasJournal
        self.tap = tap
        self.write = write
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        var all = metadataProvider?.get() ?? [:]
        all.merge(metadata) { $1 }
        all.merge(event.metadata ?? [:]) { $1 }
        if let error = event.error { all["error"] = "\(error)" }
        let fields = all.map { ($0.key, "\($0.value)") }.sorted { $0.0 < $1.0 }
        let line = format == .json ? json(event, fields: fields) : text(event, fields: fields)
        if let tap, all[Self.busMark] == nil {
            tap.take(level: event.level.rawValue, message: Self.line(event.message.description, fields: fields))
        }
        write(Array("\(hasJournal ? "<\(priority(event.level))>" : "")\(line)\n".utf8))
    }

    private func text(_ event: LogEvent, fields: [(String, String)]) -> String {
        let time = hasJournal ? "" : WireJSON.timeText(Date()) + " "
        return "\(time)\(event.level) \(label): \(Self.line(event.message.description, fields: fields))"
    }

    private static let busMark = "part"

    /// A logger for the bus connection, whose lines are never published.
    static func ofBus(_ logger: Logger) -> Logger {
        var logger = logger
        logger[metadataKey: busMark] = "bus"
        return logger
    }

    /// A message and its fields on one line without control characters.
    static func line(_ message: String, fields: [(String, String)]) -> String {
        escaped(message) + fields.map { " \($0)=\(quoted($1))" }.joined()
    }

    private func json(_ event: LogEvent, fields: [(String, String)]) -> String {
        var object = Dictionary(fields) { $1 }
        object["time"] = WireJSON.timeText(Date())
        object["level"] = event.level.rawValue
        object["logger"] = label
        object["message"] = event.message.description
        // Absent is nil: never happens, because texts can always be encoded.
        guard let bytes = try? WireJSON.encode(object) else { return "{}" }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func quoted(_ value: String) -> String {
        let plain = !value.isEmpty && !value.contains { $0 == " " || $0 == "\"" || $0 == "=" }
        return plain ? escaped(value) : "\"\(escaped(value).replacing("\"", with: "\\\""))\""
    }

    private static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return text }
        return text.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }.joined()
    }

    private func priority(_ level: Logger.Level) -> Int {
        switch level {
        case .critical: 2
        case .error: 3
        case .warning: 4
        case .notice: 5
        case .info: 6
        case .debug, .trace: 7
        }
    }
}
