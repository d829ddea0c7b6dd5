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
            migrator.registerMigration(version.name) { try $0.execute(sql: version.statements) }
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

    /// Creates a version from its statements.
    package init(_ name: String, statements: String) {
        self.name = name
        self.statements = statements
    }
}
