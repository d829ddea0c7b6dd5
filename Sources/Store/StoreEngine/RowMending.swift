package import GRDB
public import Logging

/// A saved row with values of the wrong types, as a failing disk leaves them, and the result of its repair.
public struct MendedRow: Sendable, Hashable {
    /// The table.
    public let table: String
    /// The row's number in it.
    public let row: Int64
    /// The columns that could not be read.
    public let columns: [String]
    /// Whether its values have their columns' types again; false for a row that contradicts others.
    public let isMended: Bool

    /// The log message: what happened and what to do.
    private var words: String {
        isMended
            ? "cannot read a stored row; it was closed, and its remains are kept: check the disk"
            : "cannot read a stored row, and it contradicts others: restore a backup, and check the disk"
    }

    /// Logs the repair.
    public func tell(_ logger: Logger) {
        let place = "\(table) \(row): \(columns.joined(separator: ", "))"
        logger.error("\(words)", metadata: ["row": "\(place)", "code": "\(LeaseColumns.unreadable)"])
    }
}

/// Repairs a table's unreadable rows, each of which would fail every transaction that meets it.
///
/// A row keeps its readable values. Other values are converted to their column's type where possible, or else replaced.
/// Then the table's own rule settles the row, so that nothing is sent or booked from it before a person has checked.
package struct RowMending: Sendable {
    /// The table; it has row numbers.
    package let table: String
    /// Conditions on columns' values in addition to their types, in SQL.
    package var conditions: [String: String] = [:]
    /// Replacements for lost values, in SQL; otherwise NULL, the column's default, or an empty value of its type.
    package var standIns: [String: String] = [:]
    /// Settles a row that has been mended.
    package var settle: @Sendable (Database, MendedRow) throws -> Void

    /// Creates the rule of a table.
    package init(
        _ table: String,
        conditions: [String: String] = [:],
        standIns: [String: String] = [:],
        settle: @escaping @Sendable (Database, MendedRow) throws -> Void
    ) {
        self.table = table
        self.conditions = conditions
        self.standIns = standIns
        self.settle = settle
    }

    /// Searches the table and settles each unreadable row.
    package func mend(_ database: Database) throws -> [MendedRow] {
        let columns = try Column.fetchAll(database, rule: self)
        guard !columns.isEmpty else { return [] }
        let flags = columns.indices.map { "NOT (\(columns[$0].isSound)) AS broken_\($0)" }.joined(separator: ", ")
        let sound = columns.map { "(\($0.isSound))" }.joined(separator: " AND ")
        let found = try Row.fetchAll(
            database,
            sql: "SELECT rowid AS mended, \(flags) FROM \(table) WHERE NOT (\(sound))"
        )
        return try found.map { row in
            let broken = try columns.indices.filter { try row.value("broken_\($0)", as: Bool.self) }
            return try mend(database, row: row.value("mended"), broken: broken.map { columns[$0] })
        }
    }

    private func mend(_ database: Database, row: Int64, broken: [Column]) throws -> MendedRow {
        let mended = MendedRow(table: table, row: row, columns: broken.map(\.name), isMended: true)
        let changes = broken.map { "\"\($0.name)\" = \($0.mended)" }.joined(separator: ", ")
        do {
            try database.inSavepoint {
                try database.execute(sql: "UPDATE \(table) SET \(changes) WHERE rowid = ?", arguments: [row])
                try settle(database, mended)
                return .commit
            }
            return mended
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            return MendedRow(table: table, row: row, columns: mended.columns, isMended: false)
        }
    }
}

extension RowMending {
    /// A column, and the SQL that checks its values.
    private struct Column {
        let name: String
        let isSound: String
        let mended: String

        static func fetchAll(_ database: Database, rule: RowMending) throws -> [Column] {
            try Row.fetchAll(database, sql: "PRAGMA table_info(\(rule.table))").compactMap { row in
                let (name, kind): (String, String) = (try row.value("name"), try row.value("type"))
                let isRowNumber = try row.value("pk", as: Int.self) > 0 && kind == "INTEGER"
                guard !isRowNumber else { return nil }
                let (quoted, isNeeded) = ("\"\(name)\"", try row.value("notnull", as: Bool.self))
                let isOfKind = "typeof(\(quoted)) = '\(kind.lowercased())'" + (isNeeded ? "" : " OR \(quoted) IS NULL")
                let standIn =
                    try rule.standIns[name] ?? (isNeeded ? row.optional("dflt_value") ?? nothing(kind) : "NULL")
                // Text and bytes convert into each other without loss; numbers do not.
                let isTurned = rule.standIns[name] == nil && kind != "INTEGER"
                return Column(
                    name: name,
                    isSound: "(\(isOfKind))" + (rule.conditions[name].map { " AND coalesce(\($0), 0)" } ?? ""),
                    mended: isTurned ? "coalesce(CAST(\(quoted) AS \(kind)), \(standIn))" : standIn
                )
            }
        }

        private static func nothing(_ kind: String) -> String {
            switch kind {
            case "TEXT": "''"
            case "BLOB": "x''"
            default: "0"
            }
        }
    }
}
