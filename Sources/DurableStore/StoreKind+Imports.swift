internal import GRDB

extension StoreKind {
    /// An importer's outbox and what it has handed over ("VBim").
    ///
    /// One file, because a record's mark and its place in the outbox are one commit.
    package static let imports = StoreKind(name: "import", applicationID: 0x5642_696d) { migrator in
        StoreKind.outbox.migrations(&migrator)
        migrator.registerMigration("1-imports") { try $0.execute(sql: importTables) }
    }

    /// `people` are the users of sessions as keyed hashes; `fingerprint` is a salted hash of whom their first export names.
    ///
    /// `given.exported_at` is the time of the export that told of a record last: an older export changes nothing.
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
}
