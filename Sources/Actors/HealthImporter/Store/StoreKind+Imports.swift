internal import Outbox
package import StoreEngine

extension StoreKind {
    /// An importer's outbox and its marks ("VBim").
    ///
    /// Both are in one file, because a record's mark and its outbox entry are one commit.
    package static let imports = StoreKind(
        name: "import",
        applicationID: 0x5642_696d,
        mending: StoreKind.outbox.mending,
        versions: StoreKind.outbox.versions + [
            SchemaVersion("0.1.0-imports", statements: [given, kept, imported].joined(separator: "\n"))
        ]
    )

    /// The owners of imported exports, and the records given to the session manager.
    ///
    /// `people` are the users of sessions as keyed hashes; `fingerprint` is a salted hash of the person named in their
    /// first export, and `zone` the zone last named by their inputs. `given.exported_at` is the time of the last export
    /// with a record, because an older export changes nothing. `given.day_values` are the last values given for a day's
    /// record. `part_at` is the time of the newest partial input that changed them; then `exported_at` is that of
    /// complete inputs only.
    private static let given = """
        CREATE TABLE people (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            person TEXT NOT NULL UNIQUE,
            fingerprint TEXT,
            zone TEXT
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
            part_at INTEGER NOT NULL DEFAULT 0,
            day_values BLOB,
            PRIMARY KEY (person, reading_key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX given_forgotten ON given (person) WHERE checksum = x'';
        CREATE TABLE digests (
            digest TEXT NOT NULL PRIMARY KEY,
            person INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// The daily values from partial inputs, so that the next one can be added to them.
    private static let kept = """
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

    /// Imports, the files that they read, and the folders that are watched for more.
    private static let imported = """
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
