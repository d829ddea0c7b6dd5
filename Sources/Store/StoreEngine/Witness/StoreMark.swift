public import DeliveryRules
public import FoundationEssentials
package import GRDB

extension StoreMark {
    /// The time of the last commit.
    public var lastCommit: Date? { committedAt.map(StoreTime.date) }

    /// Reads a database's mark; nil for a store without one.
    package static func fetch(_ database: Database) throws -> StoreMark? {
        guard try database.tableExists("mark") else { return nil }
        let start = try database.rowCached(sql: "SELECT number, id FROM starts ORDER BY number DESC LIMIT 1")
        return try database.rowCached(sql: "SELECT * FROM mark").map { row in
            let at: Int64 = try row.value("committed_at")
            return StoreMark(
                id: try row.value("id"),
                generation: try row.value("generation"),
                counter: try row.value("counter"),
                committedAt: at > 0 ? at : nil,
                start: try start?.value("number"),
                startID: try start?.value("id")
            )
        }
    }

    /// Whether a database contains a mark that was seen before: its start, and as many commits of it.
    package static func has(_ seen: StoreMark, in database: Database) throws -> Bool {
        guard let own = try fetch(database), own.id == seen.id else { return false }
        // An accepted copy has another history, by a person's decision.
        guard own.generation == seen.generation else { return own.generation > seen.generation }
        guard let start = seen.start else { return own.hasAll(of: seen) }
        let first = try Int64.fetchOne(database.cachedStatement(sql: "SELECT min(number) FROM starts")) ?? 0
        // A start that long ago is no longer recorded.
        guard start >= first else { return true }
        let row = try database.rowCached(sql: "SELECT id FROM starts WHERE number = ?", arguments: [start])
        guard let id: String = try row?.value("id"), id == seen.startID else { return false }
        let next = try database.rowCached(
            sql: "SELECT begun_at FROM starts WHERE number > ? ORDER BY number LIMIT 1",
            arguments: [start]
        )
        return try next?.value("begun_at") ?? own.counter >= seen.counter
    }

    /// Records a start of the store's owner; about 10,000 are kept.
    package static func noteStart(_ database: Database) throws {
        try database.executeCached(
            sql: "INSERT INTO starts (id, begun_at) SELECT lower(hex(randomblob(8))), counter FROM mark"
        )
        try database.executeCached(sql: "DELETE FROM starts WHERE number <= (SELECT max(number) FROM starts) - 10000")
    }

    /// Counts a commit inside its transaction and returns its number.
    static func count(_ database: Database) throws -> Int64 {
        // SQLite changes every row before it returns the first one (https://www.sqlite.org/lang_returning.html).
        let counted = try database.cachedStatement(
            sql: """
                UPDATE mark SET counter = counter + 1, committed_at = 1000 * CAST(strftime('%s', 'now') AS INTEGER)
                RETURNING counter
                """
        )
        return try Int64.fetchOne(counted) ?? 0
    }
}
