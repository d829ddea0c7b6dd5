public import FoundationEssentials

/// What a process says once about itself, retained on `actor/{actor}/{instance}/info` (DESIGN §3).
public struct ActorInfo: Codable, Sendable, Hashable {
    /// The actor's name.
    public var actor: String
    /// The instance's id.
    public var instance: String
    /// The program's version.
    public var version: String
    /// This start of the process; greater than that of every earlier start.
    public var epoch: Int64
    /// The contract versions that it speaks, for example `v1`.
    public var contracts: [String]
    /// When it started.
    public var started: Date

    /// Makes the facts of one start.
    public init(
        actor: String,
        instance: String,
        version: String,
        epoch: Int64,
        contracts: [String],
        started: Date
    ) {
        self.actor = actor
        self.instance = instance
        self.version = version
        self.epoch = epoch
        self.contracts = contracts
        self.started = started
    }
}
