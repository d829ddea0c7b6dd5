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
    /// The clock and the ids in use.
    public let environment: BusEnvironment

    /// Makes a platform.
    public init(
        version: String,
        connector: any BusConnector,
        actorNames: [String],
        info: Topic<ActorInfo>,
        health: Topic<ActorHealth>,
        environment: BusEnvironment = .system
    ) {
        self.version = version
        self.connector = connector
        self.actorNames = actorNames
        self.info = info
        self.health = health
        self.environment = environment
    }
}
