internal import GRDB
internal import Outbox
package import StoreEngine

extension StoreKind {
    /// An importer's outbox and its marks ("VBim").
    ///
    /// Both are in one file, because a record's mark and its outbox entry are one commit.
    package static let imports = StoreKind(
        name: "import",
        applicationID: 0x5642_696d,
        mending: StoreKind.outbox.mending
    ) { migrator in
        StoreKind.outbox.migrations(&migrator)
        migrator.registerMigration("1-imports") { try $0.execute(sql: importTables) }
        migrator.registerMigration("2-kept-days") { try $0.execute(sql: keptDayTables) }
        migrator.registerMigration("3-forgotten") {
            try $0.execute(sql: "CREATE INDEX given_forgotten ON given (person) WHERE checksum = x''")
        }
    }

    /// `people` holds session users as keyed hashes; `fingerprint` is a salted hash of the person named in their first
    /// export.
    ///
    /// `given.exported_at` is the time of the last export with a record; older exports change nothing.
    private static let importTables = """
        CREATE TABLE people (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            person TEXT NOT NULL UNIQUE,
            fingerprint TEXT
        ) STRICT;
        CREATE TABLE seats (
            seat TEXT NOT NULL,
            person INTEGER NOT NULL,
            PRIMARY KEY (seat, person)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE given (
            person INTEGER NOT NULL,
            reading_key TEXT NOT NULL,
            revision INTEGER NOT NULL,
            checksum BLOB NOT NULL,
            exported_at INTEGER NOT NULL,
            PRIMARY KEY (person, reading_key)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE digests (
            digest TEXT NOT NULL PRIMARY KEY,
            person INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE imports (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            seat TEXT NOT NULL,
            path TEXT NOT NULL,
            is_open INTEGER NOT NULL,
            facts BLOB NOT NULL
        ) STRICT;
        CREATE INDEX imports_open ON imports (number) WHERE is_open = 1;
        CREATE INDEX imports_seat ON imports (seat, number);
        CREATE TABLE files (
            path TEXT NOT NULL PRIMARY KEY,
            seat TEXT NOT NULL,
            stamp TEXT NOT NULL,
            first_seen INTEGER NOT NULL,
            choice TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE folders (
            path TEXT NOT NULL PRIMARY KEY,
            seat TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// `kept` holds the daily data of partial histories, so that later inputs can be added to it.
    ///
    /// `given.day_values` are the last values of a day's record, and `part_at` is the time of the newest partial input
    /// that changed them; `exported_at` then counts complete inputs only. `people.zone` is the last time zone named by
    /// the person's inputs.
    private static let keptDayTables = """
        ALTER TABLE people ADD COLUMN zone TEXT;
        ALTER TABLE given ADD COLUMN part_at INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE given ADD COLUMN day_values BLOB;
        CREATE TABLE kept (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            person INTEGER NOT NULL,
            day INTEGER NOT NULL,
            type TEXT NOT NULL,
            source TEXT NOT NULL,
            size INTEGER NOT NULL,
            kept_at INTEGER NOT NULL,
            content BLOB NOT NULL,
            UNIQUE (person, day, type, source)
        ) STRICT;
        CREATE INDEX kept_age ON kept (person, kept_at, id, size);
        """
}
