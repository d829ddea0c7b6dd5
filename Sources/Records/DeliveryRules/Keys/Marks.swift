/// How far a store has come: which one it is, how often an older copy was accepted, and how many commits it has.
public struct StoreMark: Codable, Sendable, Hashable {
    /// The store's random id.
    public var id: String
    /// Grows each time an older copy is accepted.
    public var generation: Int64
    /// Commits so far; it never falls.
    public var counter: Int64
    /// The wall clock at the last commit, in milliseconds since 1970; nil in a witness, and before the first commit.
    public var committedAt: Int64?

    /// The number of its owner's start that made the last commit; nil in a witness, and where no start is noted.
    public var start: Int64?
    /// That start's random id: of two copies that went on from the same commit only one has it.
    public var startID: String?

    /// Makes a mark.
    public init(
        id: String,
        generation: Int64,
        counter: Int64,
        committedAt: Int64? = nil,
        start: Int64? = nil,
        startID: String? = nil
    ) {
        self.start = start
        self.startID = startID
        self.id = id
        self.generation = generation
        self.counter = counter
        self.committedAt = committedAt
    }

    /// Whether nothing that another mark of the same store knows is missing here.
    package func hasAll(of other: StoreMark) -> Bool {
        id == other.id && (generation, counter) >= (other.generation, other.counter)
    }
}

/// How far an uploader's ledger has come: which one it is, and how many attempts were ever begun in it.
public struct LedgerMark: Sendable, Hashable {
    /// The ledger's random id.
    public var id: String
    /// Attempts so far; it never falls.
    public var attempts: Int64

    /// Makes a mark.
    public init(id: String, attempts: Int64) {
        self.id = id
        self.attempts = attempts
    }

    /// Whether a ledger with this mark has every attempt that another mark tells of.
    package func hasAll(of other: LedgerMark) -> Bool { id == other.id && attempts >= other.attempts }
}
