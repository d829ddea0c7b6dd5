internal import BusContract
public import MessageBus

/// What all processes of this program share: the bus they use, the actors there are and the topics of their lifecycle.
public struct ActorPlatform: Sendable {
    /// The program's version.
    public let version: String
    /// How processes connect to the bus.
    public let connector: any BusConnector
    /// The names of all actors; a section of any other name in the configuration file is an error.
    public let actorNames: [String]
    /// The topic of ``ActorInfo``, with the variables `actor` and `instance`.
    public let info: Topic<ActorInfo>
    /// The topic of ``ActorHealth``, with the variables `actor` and `instance`.
    public let health: Topic<ActorHealth>
    /// The topic of what is to be logged; nil where logging cannot be switched.
    public let loggingState: Topic<LoggingState>?
    /// The topic of a log's entry, with the variable `actor`.
    public let logEntry: Topic<LogEntry>?
    /// The clock and the ids in use.
    public let environment: BusEnvironment

    /// Makes a platform.
    public init(
        version: String,
        connector: any BusConnector,
        actorNames: [String],
        info: Topic<ActorInfo>,
        health: Topic<ActorHealth>,
        loggingState: Topic<LoggingState>? = nil,
        logEntry: Topic<LogEntry>? = nil,
        environment: BusEnvironment = .system
    ) {
        self.version = version
        self.connector = connector
        self.actorNames = actorNames
        self.info = info
        self.health = health
        self.loggingState = loggingState
        self.logEntry = logEntry
        self.environment = environment
    }
}

extension ActorPlatform {
    /// The program as it is built: its version, the broker connection, the actors of the contract and the command line.
    public static let vitalBus = ActorPlatform(
        version: VitalBus.version,
        connector: MQTTConnector(),
        actorNames: BusRole.all.filter { $0 != .integration }.map(\.rawValue),
        info: PresenceTopics.info,
        health: PresenceTopics.health,
        loggingState: LogTopics.state,
        logEntry: LogTopics.entry
    )
}

/// The program.
public enum VitalBus {
    /// The program's version (semantic versioning; the contract's version stands in the topics).
    public static let version = "0.1.0"
}
