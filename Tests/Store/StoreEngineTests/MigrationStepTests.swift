import GRDB
import ImportStore
import JobStore
import LedgerStore
import Outbox
import QueueStore
import StoreEngine
import Testing

/// Stores of every earlier version, with rows in all tables that it had, and what the migrations since make of them.
///
/// What programs do with such a store is played by `tools/dev prove power-cut`, with readings that are delivered afterwards.
@Suite struct MigrationStepTests {
    /// A version that a store may be found at.
    struct Version: Sendable, CustomStringConvertible {
        let kind: StoreKind
        let last: String
        var description: String { "\(kind.name) \(last)" }
    }

    static let versions = [StoreKind.queue, .ledger, .outbox, .imports, .displays, .jobs].flatMap { kind in
        kind.migrator.migrations.dropLast().map { Version(kind: kind, last: $0) }
    }

    /// What is given up on purpose: a job has no later revision that would wait for an overtaken worker's lease.
    private static let givenUp = ["jobs": Set(["lingering_worker", "lingering_fence", "lingering_until"])]
    /// Tables that go: photos are not leased, and what is begun stands in their own rows.
    private static let gone = ["jobs": "owner", "displays": "begun"]

    private typealias Rows = Set<[String: DatabaseValue]>

    @Test(arguments: versions) func noRowAndNoValueIsLost(of version: Version) throws {
        let database = try DatabaseQueue()
        try version.kind.migrator.migrate(database, upTo: version.last)
        try fill(database)
        let before = try content(database)
        #expect(before.values.contains { !$0.isEmpty })
        try version.kind.migrator.migrate(database)
        let after = try content(database)
        for (table, rows) in before where Self.gone[version.kind.name] != table {
            let kept = try #require(after[table], "\(table) is gone")
            let columns = Set(rows.first?.keys.map(\.self) ?? []).intersection(kept.first?.keys.map(\.self) ?? [])
            #expect(!columns.isEmpty || rows.isEmpty, "\(table) is empty now")
            let stays = columns.subtracting(Self.givenUp[table] ?? [])
            #expect(of(kept, stays).isSuperset(of: of(rows, stays)), "\(table)")
        }
    }

    /// Whichever version it comes from, it ends as a new one begins.
    @Test(arguments: versions) func theEndIsTheSame(from version: Version) throws {
        let (old, new) = (try DatabaseQueue(), try DatabaseQueue())
        try version.kind.migrator.migrate(old, upTo: version.last)
        try version.kind.migrator.migrate(old)
        try version.kind.migrator.migrate(new)
        #expect(try schema(old) == schema(new))
    }

    private func schema(_ database: DatabaseQueue) throws -> [String] {
        try database.read {
            try String.fetchAll($0, sql: "SELECT sql FROM sqlite_master WHERE sql NOT NULL ORDER BY sql")
        }
    }

    private func of(_ rows: Rows, _ columns: Set<String>) -> Rows {
        Set(rows.map { row in row.filter { columns.contains($0.key) } })
    }

    private func tables(_ database: Database) throws -> [String] {
        try String.fetchAll(
            database,
            sql: """
                SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'grdb_migrations'
                """
        )
    }

    private func content(_ database: DatabaseQueue) throws -> [String: Rows] {
        try database.read { database in
            try Dictionary(
                uniqueKeysWithValues: tables(database).map { table in
                    let rows = try Row.fetchAll(database, sql: "SELECT * FROM \(table)").map { row in
                        Dictionary(row.map { ($0, $1) }) { first, _ in first }
                    }
                    return (table, Set(rows))
                }
            )
        }
    }

    /// Makes two rows in each table: numbers are the row's, words too, so that what refers to another table finds its row.
    ///
    /// They begin at 3: no row of the queue is an image's, whose record a migration moves.
    private func fill(_ database: DatabaseQueue) throws {
        try database.writeWithoutTransaction { database in
            // What a column may say is for the store's own code; here each one has something.
            try database.execute(sql: "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF")
            for number in 3...4 {
                for table in try tables(database) {
                    let columns = try Row.fetchAll(database, sql: "PRAGMA table_xinfo(\(table))").filter {
                        $0["hidden"] == 0
                    }
                    let values = columns.map { column -> String in
                        switch column["type"] as String {
                        case "INTEGER": "\(number)"
                        case "REAL": "\(number).5"
                        case "BLOB": "CAST('{\"n\":\(number)}' AS BLOB)"
                        default: "'k\(number)'"
                        }
                    }
                    let names = columns.map { "\"\($0["name"] as String)\"" }.joined(separator: ", ")
                    try database.execute(
                        sql: "INSERT OR IGNORE INTO \(table) (\(names)) VALUES (\(values.joined(separator: ", ")))"
                    )
                }
            }
            try database.execute(sql: "PRAGMA ignore_check_constraints = OFF; PRAGMA foreign_keys = ON")
        }
    }
}
