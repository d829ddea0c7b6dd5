internal import BusContract
internal import MessageBus

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
