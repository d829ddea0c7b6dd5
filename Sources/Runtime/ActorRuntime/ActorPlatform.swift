internal import BusContract
public import MessageBus

/// The parts shared by all processes of this program: the bus connector and the list of actors.
public struct ActorPlatform: Sendable {
    /// The program's version.
    public let version: String
    /// Connects processes to the bus.
    public let connector: any BusConnector
    /// The names of all actors; a section of any other name in the configuration file is an error.
    public let actorNames: [String]
    /// The clock and the id generator.
    public let environment: BusEnvironment

    /// Creates a platform.
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
    /// The program as built: its version, the broker connection, the actors of the contract and the command line.
    public static let vitalBus = ActorPlatform(
        version: VitalBus.version,
        connector: MQTTConnector(),
        actorNames: BusRole.all.filter { !(BusRole.guests + [.bridge]).contains($0) }.map(\.rawValue)
    )
}

/// The program.
public enum VitalBus {
    /// The program's version (semantic versioning); topics contain the contract's version.
    public static let version = "0.1.0"
}
