import GRDB
import ImportStore
import JobStore
import LedgerStore
import Outbox
import QueueStore
import StoreEngine
import Testing

/// Stores of every release, with rows in all their tables, and the results of the later migrations.
///
/// Each store is also migrated by one extra version, so that these tests are useful while there is only one release.
@Suite struct MigrationStepTests {
    /// A version that an existing store may have.
    struct Version: Sendable, CustomStringConvertible {
        let kind: StoreKind
        let last: String
        var description: String { "\(kind.name) \(last)" }
    }

    static let kinds: [StoreKind] = [.queue, .ledger, .outbox, .imports, .displays, .jobs]
    static let versions = kinds.flatMap { kind in
        let next = StoreKind(
            name: kind.name,
            applicationID: kind.applicationID,
            versions: kind.versions + [
                SchemaVersion(
                    "999.0.0-next",
                    statements: "ALTER TABLE probe ADD COLUMN next TEXT; CREATE TABLE next (id TEXT) STRICT;"
                )
            ]
        )
        return kind.versions.map { Version(kind: next, last: $0.name) }
    }

    private typealias Rows = Set<[String: DatabaseValue]>

    /// A released version's statements never change.
    ///
    /// An unreleased version gets another name with each change, such as `0.1.0-queue.2`, so that files of earlier
    /// builds are refused.
    @Test func theStatementsOfAReleaseStayAsTheyAre() {
        let sums = Dictionary(
            Self.kinds.flatMap(\.versions).map { ($0.name, sum($0.statements)) },
            uniquingKeysWith: { first, _ in first }
        )
        #expect(
            sums == [
                "0.1.0-queue": "45e60b99b8ff7e65", "0.1.0-ledger": "3a524391775795a5",
                "0.1.0-outbox": "693195345d13336a", "0.1.0-imports": "9d1ec7b9285d683e",
                "0.1.0-jobs": "eec0144a952aff1c", "0.1.0-displays": "1a904ab97d4c29d",
            ]
        )
    }

    /// FNV-1a (https://www.rfc-editor.org/rfc/rfc9923) of a text.
    private func sum(_ text: String) -> String {
        let sum = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(sum, radix: 16)
    }

    @Test func eachVersionNamesItsReleaseAndItsStore() {
        for kind in Self.kinds {
            let names = kind.versions.map(\.name)
            #expect(Set(names).count == names.count)
            #expect(names.allSatisfy { $0.wholeMatch(of: /\d+\.\d+\.\d+-[a-z.0-9]+/) != nil }, "\(names)")
        }
    }

    @Test(arguments: versions) func noRowAndNoValueIsLost(of version: Version) throws {
        let database = try DatabaseQueue()
        try version.kind.migrator.migrate(database, upTo: version.last)
        try fill(database)
        let before = try content(database)
        #expect(before.values.contains { !$0.isEmpty })
        try version.kind.migrator.migrate(database)
        let after = try content(database)
        for (table, rows) in before {
            let kept = try #require(after[table], "\(table) is gone")
            let columns = Set(rows.first?.keys.map(\.self) ?? []).intersection(kept.first?.keys.map(\.self) ?? [])
            #expect(!columns.isEmpty || rows.isEmpty, "\(table) is empty now")
            #expect(of(kept, columns).isSuperset(of: of(rows, columns)), "\(table)")
        }
    }

    /// A store migrated from any release has the schema of a new one.
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

    /// Makes two rows in each table, with the row's number as every number and word, so that references between tables
    /// match.
    ///
    /// The numbers begin at 3, so that no queue row is an image's.
    private func fill(_ database: DatabaseQueue) throws {
        try database.writeWithoutTransaction { database in
            // Permitted values are a matter for the store's own code; here each column just has some value.
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
