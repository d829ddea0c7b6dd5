package import DeliveryRules
package import FoundationEssentials
package import GRDB

/// A row that is delivered under leases.
///
/// Its delivery's columns (``LeaseColumns``) and their queries are the same in every store.
package protocol LeasedRow: Sendable {
    /// The table.
    static var table: String { get }
    /// The `SELECT` for the table's rows, with all columns that ``init(row:)`` reads.
    static var selection: String { get }
    /// The mutable columns other than the delivery's.
    static var ownColumns: [String] { get }
    /// The text of ``updateText()``, cached because the columns are the same for every row.
    static var updateQuery: String { get }
    /// The state of its delivery.
    var entry: QueueEntry { get set }

    /// Reads a row of ``selection``.
    init(row: Row) throws
    /// The columns that are set only for a new row.
    func firstColumns(at: Date) -> [String: (any DatabaseValueConvertible)?]
    /// The columns that may change, including the delivery's.
    func columns(at: Date) -> [String: (any DatabaseValueConvertible)?]
}

extension LeasedRow {
    /// Loads a row by its name; nil if it does not exist.
    package static func fetch(_ database: Database, logID: String) throws -> Self? {
        try database.readFirstCached(
            sql: selection + " WHERE \(table).log_id = ?",
            arguments: [logID],
            Self.init(row:)
        )
    }

    /// Loads the rows that a condition selects.
    package static func fetchAll(
        _ database: Database,
        condition: String,
        arguments: StatementArguments
    ) throws -> [Self] {
        try database.readAllCached(sql: selection + " " + condition, arguments: arguments, Self.init(row:))
    }

    /// Saves a new row.
    package func insert(_ database: Database, at: Date) throws {
        var values = columns(at: at).merging(firstColumns(at: at)) { $1 }
        values["log_id"] = entry.logID
        let names = values.keys.sorted()
        let marks = names.map { ":" + $0 }.joined(separator: ", ")
        try database.executeCached(
            sql: "INSERT INTO \(Self.table) (\(names.joined(separator: ", "))) VALUES (\(marks))",
            arguments: StatementArguments(values)
        )
    }

    /// Saves the columns that may change.
    package func update(_ database: Database, at: Date) throws {
        var values = columns(at: at)
        values["log_id"] = entry.logID
        try database.executeCached(sql: Self.updateQuery, arguments: StatementArguments(values))
    }

    /// The statement that saves the columns that may change.
    package static func updateText() -> String {
        let names = Array(QueueEntry(logID: "", revision: 1).columns.keys) + ownColumns
        let assignments = names.sorted().map { "\($0) = :\($0)" }.joined(separator: ", ")
        return "UPDATE \(table) SET \(assignments) WHERE log_id = :log_id"
    }
}

// MARK: - Leases

extension LeasedRow {
    /// The rows with an expired lease, including an overtaken worker's.
    package static func overdue(_ database: Database, now: BootInstant) throws -> [Self] {
        try fetchAll(
            database,
            condition:
                "WHERE (\(table).state = 'leased' AND \(table).lease_until <= ?1) OR \(table).lingering_until <= ?1",
            arguments: [now.milliseconds]
        )
    }

    /// The rows with a lease that may still run, including an overtaken worker's.
    package static func open(_ database: Database) throws -> [Self] {
        try fetchAll(
            database,
            condition: "WHERE \(table).state = 'leased' OR \(table).lingering_until IS NOT NULL",
            arguments: []
        )
    }

    /// The rows that a worker holds under a lease.
    package static func leased(_ database: Database, to worker: String) throws -> [Self] {
        try fetchAll(
            database,
            condition: "WHERE \(table).state = 'leased' AND \(table).worker = ?",
            arguments: [worker]
        )
    }

    /// Selects when the next leases after `:after` end, as `due`.
    package static var leaseEnds: String {
        """
        SELECT min(lease_until) AS due FROM \(table) WHERE state = 'leased' AND lease_until > :after
        UNION ALL SELECT min(lingering_until) FROM \(table)
            WHERE lingering_until IS NOT NULL AND lingering_until > :after
        """
    }
}

/// The machine's boot in which a queue's owner last ran: saved boot-clock times mean nothing after the next boot.
package enum OwnerBoot {
    /// Whether the owner last ran in this boot.
    package static func isSame(_ database: Database, as bootID: String) throws -> Bool {
        try String.fetchOne(database, sql: "SELECT boot_id FROM owner") == bootID
    }

    /// Notes that the owner now runs in a new boot.
    ///
    /// - Parameter now: The boot clock; times noted earlier are on another boot's clock.
    package static func note(_ database: Database, bootID: String, now: BootInstant) throws {
        try database.executeCached(
            sql: "INSERT OR REPLACE INTO owner (id, boot_id, boot_from) VALUES (1, ?, ?)",
            arguments: [bootID, now.milliseconds]
        )
    }

    /// When the owner first ran in its last boot; nil before its first run.
    package static func from(_ database: Database) throws -> BootInstant? {
        try database.rowCached(sql: "SELECT boot_from FROM owner").map {
            BootInstant(milliseconds: try $0.value("boot_from"))
        }
    }
}

/// How the columns of a delivery under leases are mended.
package enum LeaseColumns {
    /// Why a delivery is refused whose row cannot be read; the contract has the same word.
    package static let unreadable = "unreadableRow"

    /// Conditions on a delivery's values in addition to their columns' types (``RowMending``).
    package static let conditions = [
        "error_code": "state <> 'rejected' OR error_code IS NOT NULL",
        "error_message": "state <> 'rejected' OR error_message IS NOT NULL",
        "worker": "state <> 'leased' OR worker IS NOT NULL",
        "lease_fence": "state <> 'leased' OR lease_fence IS NOT NULL",
        "lease_until": "state <> 'leased' OR lease_until IS NOT NULL",
        "lingering_fence": "lingering_worker IS NULL OR lingering_fence IS NOT NULL",
        "lingering_until": "lingering_worker IS NULL OR lingering_until IS NOT NULL",
    ]

    /// Replacements for a delivery's unreadable values; no answer to an earlier grant matches the new fence.
    package static func standIns(of table: String) -> [String: String] {
        [
            "state": "'rejected'", "error_code": "'\(unreadable)'", "error_message": "''", "worker": "''",
            "fence": "1000000 + (SELECT coalesce(max(fence), 0) FROM \(table) WHERE typeof(fence) = 'integer')",
            "revision": "1", "lease_fence": "0", "lease_until": "0", "lingering_fence": "0", "lingering_until": "0",
        ]
    }
}
