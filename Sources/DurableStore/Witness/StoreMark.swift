public import FoundationEssentials
package import GRDB

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

    /// Makes a mark.
    public init(id: String, generation: Int64, counter: Int64, committedAt: Int64? = nil) {
        self.id = id
        self.generation = generation
        self.counter = counter
        self.committedAt = committedAt
    }

    /// When the last commit was.
    public var lastCommit: Date? { committedAt.map(StoreTime.date) }

    /// Whether nothing that another mark of the same store knows is missing here.
    func hasAll(of other: StoreMark) -> Bool {
        id == other.id && (generation, counter) >= (other.generation, other.counter)
    }

    /// What a database says of itself; nil where it is of a version without marks.
    package static func fetch(_ database: Database) throws -> StoreMark? {
        guard try database.tableExists("mark") else { return nil }
        return try database.rowCached(sql: "SELECT * FROM mark").map { row in
            let at: Int64 = try row.value("committed_at")
            return StoreMark(
                id: try row.value("id"),
                generation: try row.value("generation"),
                counter: try row.value("counter"),
                committedAt: at > 0 ? at : nil
            )
        }
    }

    /// Counts a commit inside its transaction and returns its number.
    static func count(_ database: Database) throws -> Int64 {
        try database.executeCached(
            sql: "UPDATE mark SET counter = counter + 1, committed_at = 1000 * CAST(strftime('%s', 'now') AS INTEGER)"
        )
        return try Int64.fetchOne(database.cachedStatement(sql: "SELECT counter FROM mark")) ?? 0
    }
}

extension StoreKind {
    /// What tells an older copy of the file from the newest one.
    static let markTable = """
        CREATE TABLE mark (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            id TEXT NOT NULL,
            generation INTEGER NOT NULL,
            counter INTEGER NOT NULL,
            committed_at INTEGER NOT NULL,
            accepted_from INTEGER,
            accepted_at INTEGER
        ) STRICT;
        INSERT INTO mark (only, id, generation, counter, committed_at)
            VALUES (1, lower(hex(randomblob(16))), 1, 0, 0);
        """
}
