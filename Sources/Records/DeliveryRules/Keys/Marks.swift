/// How far a store has come: its id, its generation, and its number of commits.
public struct StoreMark: Codable, Sendable, Hashable {
    /// The store's random id.
    public var id: String
    /// Grows each time an older copy is accepted.
    public var generation: Int64
    /// Commits so far; it never decreases.
    public var counter: Int64
    /// The wall clock at the last commit, in milliseconds since 1970; nil in a witness, and before the first commit.
    public var committedAt: Int64?

    /// The number of the owner's start that made the last commit; nil in a witness, and if no start was noted.
    public var start: Int64?
    /// That start's random id, which distinguishes two copies that continued from the same commit.
    public var startID: String?

    /// Creates a mark.
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

    /// Whether this mark includes everything that another mark of the same store has.
    package func hasAll(of other: StoreMark) -> Bool {
        id == other.id && (generation, counter) >= (other.generation, other.counter)
    }
}

/// How far an uploader's ledger has come: its id, and how many attempts it has ever begun.
public struct LedgerMark: Sendable, Hashable {
    /// The ledger's random id.
    public var id: String
    /// Attempts so far; it never decreases.
    public var attempts: Int64

    /// Creates a mark.
    public init(id: String, attempts: Int64) {
        self.id = id
        self.attempts = attempts
    }

    /// Whether a ledger with this mark has every attempt of another mark.
    package func hasAll(of other: LedgerMark) -> Bool { id == other.id && attempts >= other.attempts }
}
