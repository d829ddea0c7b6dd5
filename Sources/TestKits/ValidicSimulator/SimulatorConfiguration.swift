@_exported public import SimulatedServer

/// The configuration of a simulator.
public struct SimulatorConfiguration: Sendable {
    /// The settings for listening and for control access.
    public var server: ServerSettings
    /// The known users.
    public var users: [SimulatedUser]
    /// The behaviour on repeats.
    public var repeats: RepeatBehaviour
    /// The initial faults.
    public var faults: [Fault]
    /// The path of the journal; nil keeps everything in memory.
    public var journal: String?
    /// How long a new record is missing from lists.
    public var listLag: Duration

    /// Creates a configuration; by default without users, faults and journal.
    public init(
        server: ServerSettings = ServerSettings(),
        users: [SimulatedUser] = [],
        repeats: RepeatBehaviour = .upsert,
        faults: [Fault] = [],
        journal: String? = nil,
        listLag: Duration = .zero
    ) {
        self.listLag = listLag
        self.server = server
        self.users = users
        self.repeats = repeats
        self.faults = faults
        self.journal = journal
    }
}

/// The JSON file that `--config` names.
public struct SimulatorSettingsFile: Codable, Sendable {
    /// The known users.
    public var users: [SimulatedUser]?
    /// The behaviour on repeats.
    public var repeats: RepeatBehaviour?
    /// The initial faults.
    public var faults: [Fault]?

    /// Reads a file.
    ///
    /// - Throws: ``SimulatorError`` naming the file.
    public static func read(_ path: String) throws -> Self {
        try SettingsFile.read(path: path)
    }
}

/// The behaviour of the simulated server on a log ID already accepted from the same user.
public enum RepeatBehaviour: String, Codable, CaseIterable, Sendable {
    /// Replaces the record and keeps its ID: 200.
    case upsert
    /// Refuses the record: 409.
    case conflict
    /// Creates a second record (a duplicate); lists show all log IDs.
    case blindLookup = "blind-lookup"
    /// Creates a second record (a duplicate); lists answer 404.
    case blind
}
