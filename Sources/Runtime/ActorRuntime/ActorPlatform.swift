public import BusContract
public import MessageBus

/// What all processes of this program share: the bus they use and the actors there are.
public struct ActorPlatform: Sendable {
    /// The program's version.
    public let version: String
    /// How processes connect to the bus.
    public let connector: any BusConnector
    /// The names of all actors; a section of any other name in the configuration file is an error.
    public let actorNames: [String]
    /// The clock and the ids in use.
    public let environment: BusEnvironment

    /// Makes a platform.
    public init(
        version: String,
        connector: any BusConnector,
        actorNames: [String],
        environment: BusEnvironment = .system
    ) {
        self.version = version
        self.connector = connector
        self.actorNames = actorNames
        self.environment = environment
    }
}

extension ActorPlatform {
    /// The program as it is built: its version, the broker connection, the actors of the contract and the command line.
    public static let vitalBus = ActorPlatform(
        version: VitalBus.version,
        connector: MQTTConnector(),
        actorNames: BusRole.all.filter { !(BusRole.guests + [.bridge]).contains($0) }.map(\.rawValue)
    )
}

/// The program.
public enum VitalBus {
    /// The program's version (semantic versioning; the contract's version stands in the topics).
    public static let version = "0.1.0"
}
