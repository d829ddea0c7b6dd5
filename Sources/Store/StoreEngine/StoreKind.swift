package import GRDB

/// What a store file is for: its mark in the file, and what each version adds to its tables.
package struct StoreKind: Sendable {
    /// The name in messages.
    package let name: String
    /// The file's `application_id` (https://www.sqlite.org/fileformat.html#application_id).
    package let applicationID: Int32
    /// What becomes of rows that cannot be read; such rows of other tables fail whoever reads them.
    package let mending: [RowMending]
    /// What makes its tables, oldest first; a file that lacks the first one is not of a release.
    package let versions: [SchemaVersion]

    /// Makes a kind.
    ///
    /// - Precondition: There is a version, and no two have the same name.
    package init(name: String, applicationID: Int32, mending: [RowMending] = [], versions: [SchemaVersion]) {
        precondition(!versions.isEmpty, "a store has tables")
        self.name = name
        self.applicationID = applicationID
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

/// What a release adds to a store's tables.
///
/// A released one is never changed: a file says by its name what it has. One that is changed before its release gets another
/// name, so that files of the builds before are refused and not misread.
package struct SchemaVersion: Sendable {
    /// The release that has it first, and the store: `0.1.0-queue`.
    package let name: String
    /// Its statements, which become one transaction.
    package let statements: String

    /// Names statements.
    package init(_ name: String, statements: String) {
        self.name = name
        self.statements = statements
    }
}
