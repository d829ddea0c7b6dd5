package import GRDB

/// The kind of a store file: its mark in the file, and the tables of each version.
package struct StoreKind: Sendable {
    /// The name in messages.
    package let name: String
    /// The file's `application_id` (https://www.sqlite.org/fileformat.html#application_id).
    package let applicationID: Int32
    /// The size of a new file's pages, in bytes (a power of two).
    ///
    /// A commit writes each page that it changes. With many small rows and indexes, small pages write less: a lone
    /// reading costs the queue about 45 kB in pages of 1024 bytes, and three times as much in SQLite's usual 4096.
    package let pageSize: Int
    /// The handling of unreadable rows; an unreadable row of any other table is an error.
    package let mending: [RowMending]
    /// The versions that create its tables, oldest first; a file without the first one is not from a release.
    package let versions: [SchemaVersion]

    /// Creates a kind.
    ///
    /// - Precondition: There is a version, and no two have the same name.
    package init(
        name: String,
        applicationID: Int32,
        pageSize: Int = 4_096,
        mending: [RowMending] = [],
        versions: [SchemaVersion]
    ) {
        precondition(!versions.isEmpty, "a store has tables")
        self.name = name
        self.applicationID = applicationID
        self.pageSize = pageSize
        self.mending = mending
        self.versions = versions
    }

    /// All versions as migrations.
    package var migrator: DatabaseMigrator {
        versions.reduce(into: DatabaseMigrator()) { migrator, version in
            migrator.registerMigration(version.name) { try version.apply(to: $0) }
        }
    }
}

/// The tables that a release adds to a store.
///
/// A released version is never changed, because a file lists the names of its versions. If a version changes before its
/// release, it gets another name, so that files of earlier builds are rejected instead of misread.
package struct SchemaVersion: Sendable {
    /// The first release with it, and the store: `0.1.0-queue`.
    package let name: String
    /// The statements, which run in one transaction.
    package let statements: String
    /// Whether the release before can use a file with it, which then names it as such.
    ///
    /// Such a version only adds tables, indexes and columns, and the rows that the release before writes stay valid.
    package let isAdditive: Bool

    /// Creates a version from its statements.
    ///
    /// - Precondition: The statements of an additive version only add.
    package init(_ name: String, statements: String, isAdditive: Bool = false) {
        precondition(!isAdditive || Self.onlyAdd(statements), "\(name) does more than add")
        self.name = name
        self.statements = statements
        self.isAdditive = isAdditive
    }

    /// Whether statements only add what a program that does not know of it can leave alone.
    ///
    /// A unique index or a trigger would act on the rows of such a program, a column without a default would refuse
    /// them, and a reference to them would refuse their deletion.
    static func onlyAdd(_ statements: String) -> Bool {
        statements.split(separator: ";").allSatisfy { statement in
            let words = statement.split(whereSeparator: \.isWhitespace).map { $0.uppercased() }
            guard !words.contains("REFERENCES") else { return false }
            switch words.first {
            case nil: return true
            case "CREATE": return words.count > 1 && ["TABLE", "INDEX"].contains(words[1])
            case "ALTER":
                let isColumn = words.count > 5 && words[3...4] == ["ADD", "COLUMN"]
                return isColumn && (!words.contains("NULL") || words.contains("DEFAULT")) && !words.contains("UNIQUE")
            default: return false
            }
        }
    }
}

extension SchemaVersion {
    /// The table in which a file names its additive versions.
    private static let table = "additive_versions"

    /// Runs the statements, and notes in the file that the version is additive.
    func apply(to database: Database) throws {
        try database.execute(sql: statements)
        guard isAdditive else { return }
        try database.execute(sql: "CREATE TABLE IF NOT EXISTS \(Self.table) (name TEXT PRIMARY KEY) STRICT")
        try database.execute(sql: "INSERT OR IGNORE INTO \(Self.table) (name) VALUES (?)", arguments: [name])
    }

    /// The names of the additive versions in a file.
    static func additive(in database: Database) throws -> Set<String> {
        guard try database.tableExists(table) else { return [] }
        return Set(try String.fetchAll(database, sql: "SELECT name FROM \(table)"))
    }
}
