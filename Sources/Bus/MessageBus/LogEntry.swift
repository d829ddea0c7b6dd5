/// One entry of the log, on `log/{actor}` (DESIGN §3).
public struct LogEntry: Codable, Sendable, Hashable {
    /// The part of the system, for example `core`.
    public var tag: String
    /// How severe it is, for example `info` or `warning`.
    public var level: String
    /// What happened; never a payload or a token.
    public var message: String

    /// Makes an entry.
    public init(tag: String, level: String, message: String) {
        self.tag = tag
        self.level = level
        self.message = message
    }
}
