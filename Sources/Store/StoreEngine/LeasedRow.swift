package import DeliveryRules
package import FoundationEssentials
package import GRDB

/// A row that is delivered under leases: the columns of its delivery are the same in every store (``LeaseColumns``), and so is
/// what is asked of them.
package protocol LeasedRow: Sendable {
    /// The table.
    static var table: String { get }
    /// What selects the table's rows with all that ``init(row:)`` reads.
    static var selection: String { get }
    /// The columns beside those of the delivery that may change.
    static var ownColumns: [String] { get }
    /// The text of ``updateText()``; kept, since the columns are the same for every row.
    static var updateQuery: String { get }
    /// Where its delivery stands.
    var entry: QueueEntry { get set }

    /// Reads a row of ``selection``.
    init(row: Row) throws
    /// The columns that only a new row has to say.
    func firstColumns(at: Date) -> [String: (any DatabaseValueConvertible)?]
    /// The columns that may change, those of the delivery among them.
    func columns(at: Date) -> [String: (any DatabaseValueConvertible)?]
}

extension LeasedRow {
    /// Loads the row of a name; nil if there is none.
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

    /// Saves what may have changed.
    package func update(_ database: Database, at: Date) throws {
        var values = columns(at: at)
        values["log_id"] = entry.logID
        try database.executeCached(sql: Self.updateQuery, arguments: StatementArguments(values))
    }

    /// The statement that saves what may have changed.
    package static func updateText() -> String {
        let names = Array(QueueEntry(logID: "", revision: 1).columns.keys) + ownColumns
        let assignments = names.sorted().map { "\($0) = :\($0)" }.joined(separator: ", ")
        return "UPDATE \(table) SET \(assignments) WHERE log_id = :log_id"
    }
}

// MARK: - Leases

extension LeasedRow {
    /// The rows with a lease that has run out, an overtaken worker's too.
    package static func overdue(_ database: Database, now: BootInstant) throws -> [Self] {
        try fetchAll(
            database,
            condition:
                "WHERE (\(table).state = 'leased' AND \(table).lease_until <= ?1) OR \(table).lingering_until <= ?1",
            arguments: [now.milliseconds]
        )
    }

    /// The rows with a lease that may still run, an overtaken worker's too.
    package static func open(_ database: Database) throws -> [Self] {
        try fetchAll(
            database,
            condition: "WHERE \(table).state = 'leased' OR \(table).lingering_until IS NOT NULL",
            arguments: []
        )
    }

    /// The rows that a worker has under a lease.
    package static func leased(_ database: Database, to worker: String) throws -> [Self] {
        try fetchAll(
            database,
            condition: "WHERE \(table).state = 'leased' AND \(table).worker = ?",
            arguments: [worker]
        )
    }

    /// Selects when the next leases end, as `due`, of those after `:after`.
    package static var leaseEnds: String {
        """
        SELECT min(lease_until) AS due FROM \(table) WHERE state = 'leased' AND lease_until > :after
        UNION ALL SELECT min(lingering_until) FROM \(table)
            WHERE lingering_until IS NOT NULL AND lingering_until > :after
        """
    }
}

/// In which boot of the machine a queue's owner ran last: saved times of a boot's clock mean nothing after the next.
package enum OwnerBoot {
    /// Whether the owner ran in this boot before.
    package static func isSame(_ database: Database, as bootID: String) throws -> Bool {
        try String.fetchOne(database, sql: "SELECT boot_id FROM owner") == bootID
    }

    /// Notes that the owner runs in another boot than last time.
    ///
    /// - Parameter now: The boot's clock: what was noted before it has another beginning.
    package static func note(_ database: Database, bootID: String, now: BootInstant) throws {
        try database.executeCached(
            sql: "INSERT OR REPLACE INTO owner (id, boot_id, boot_from) VALUES (1, ?, ?)",
            arguments: [bootID, now.milliseconds]
        )
    }

    /// When the owner first ran in its last boot; nil before its first.
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

    /// What a delivery's values must be beside being of their columns' kinds (``RowMending``).
    package static let conditions = [
        "error_code": "state <> 'rejected' OR error_code IS NOT NULL",
        "error_message": "state <> 'rejected' OR error_message IS NOT NULL",
        "worker": "state <> 'leased' OR worker IS NOT NULL",
        "lease_fence": "state <> 'leased' OR lease_fence IS NOT NULL",
        "lease_until": "state <> 'leased' OR lease_until IS NOT NULL",
        "lingering_fence": "lingering_worker IS NULL OR lingering_fence IS NOT NULL",
        "lingering_until": "lingering_worker IS NULL OR lingering_until IS NOT NULL",
    ]

    /// What stands in for a delivery's values that cannot be read; no answer to an earlier grant fits its fence.
    package static func standIns(of table: String) -> [String: String] {
        [
            "state": "'rejected'", "error_code": "'\(unreadable)'", "error_message": "''", "worker": "''",
            "fence": "1000000 + (SELECT coalesce(max(fence), 0) FROM \(table) WHERE typeof(fence) = 'integer')",
            "revision": "1", "lease_fence": "0", "lease_until": "0", "lingering_fence": "0", "lingering_until": "0",
        ]
    }
}
