package import GRDB

/// What a store file is for: its mark in the file and its migrations.
package struct StoreKind: Sendable {
    /// The name in messages.
    package let name: String
    /// The file's `application_id` (https://www.sqlite.org/fileformat.html#application_id).
    package let applicationID: Int32
    /// Registers the migrations, oldest first.
    ///
    /// A released one is never changed.
    package let migrations: @Sendable (inout DatabaseMigrator) -> Void

    /// Makes a kind.
    package init(
        name: String,
        applicationID: Int32,
        migrations: @escaping @Sendable (inout DatabaseMigrator) -> Void
    ) {
        self.name = name
        self.applicationID = applicationID
        self.migrations = migrations
    }

    /// All migrations of this kind.
    package var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrations(&migrator)
        return migrator
    }
}
