public import MessageBus

/// What the system reports of its work while logging is on.
public enum LogTopics {
    /// All of them, as ``Contract`` lists them.
    static let all: [TopicDescriptor] =
        [state.descriptor, entry.descriptor]

    /// What is logged and where to; retained, so that every process applies it from its start.
    public static let state = Topic<LoggingState>(
        "loggingState",
        at: "state/logging",
        retain: true,
        writers: [TopicGrant(.sessionManager, reach: .own)],
        readers: TopicGrant.people
            + BusRole.actors.map { TopicGrant($0, reach: $0 == .sessionManager ? .own : .servers) },
        server: .sessionManager
    )

    /// One entry of a process, while the sink is `bus`; may be lost, and is for operators only.
    public static let entry = Topic<LogEntry>(
        "log",
        at: "log/{actor}",
        quality: .atMostOnce,
        writers: BusRole.actors.map { TopicGrant($0, reach: .own) },
        readers: TopicGrant.operators
    )
}

/// Whether the system logs, what, and where to; retained on `state/logging`.
public struct LoggingState: Codable, Sendable, Hashable {
    /// A part of the system, as the mobile SDK divides it.
    public struct Component: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Sessions, the queue and deliveries.
        public static let core = Self(rawValue: "core")
        /// Discovery, pairing and readings.
        public static let bluetooth = Self(rawValue: "bluetooth")
        /// Health-data import.
        public static let healthkit = Self(rawValue: "healthkit")
        /// Recognition of displays.
        public static let ocr = Self(rawValue: "ocr")

        /// The values that this version knows.
        public static let known: [Self] = [.core, .bluetooth, .healthkit, .ocr]
    }

    /// Where entries go.
    public struct Sink: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Standard error, which systemd puts into the journal.
        public static let journald = Self(rawValue: "journald")
        /// The file `log` in each process's state directory.
        public static let file = Self(rawValue: "file")
        /// The topic `log/{actor}`.
        public static let bus = Self(rawValue: "bus")

        /// The values that this version knows.
        public static let known: [Self] = [.journald, .file, .bus]
    }

    /// Whether anything is logged.
    public var enabled: Bool
    /// The parts that are logged; unknown ones are ignored.
    public var components: [Component]
    /// Where entries go.
    public var sink: Sink

    /// Makes a state; all parts into the journal by default.
    public init(enabled: Bool, components: [Component] = Component.known, sink: Sink = .journald) {
        self.enabled = enabled
        self.components = components
        self.sink = sink
    }

    /// Logging is off, as before the first `setLogging`.
    public static let off = LoggingState(enabled: false)
}

/// One entry of the log, on `log/{actor}`.
public struct LogEntry: Codable, Sendable, Hashable {
    /// The part of the system.
    public var tag: LoggingState.Component
    /// How severe it is, for example `info` or `warning`.
    public var level: String
    /// What happened; never contains a payload or a token.
    public var message: String

    /// Makes an entry.
    public init(tag: LoggingState.Component, level: String, message: String) {
        self.tag = tag
        self.level = level
        self.message = message
    }
}
