internal import GRDB

extension StoreKind {
    /// A producer's outbox ("VBob").
    package static let outbox = StoreKind(name: "outbox", applicationID: 0x5642_6f62) { migrator in
        migrator.registerMigration("1-frames-and-outbox") { database in
            try database.execute(
                sql: """
                    CREATE TABLE raw_frames (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        device TEXT NOT NULL,
                        characteristic TEXT NOT NULL,
                        bytes BLOB NOT NULL,
                        received_at INTEGER NOT NULL,
                        decoded INTEGER NOT NULL DEFAULT 0
                    ) STRICT;
                    CREATE INDEX raw_frames_undecoded ON raw_frames (id) WHERE decoded = 0;
                    CREATE INDEX raw_frames_age ON raw_frames (received_at) WHERE decoded = 1;
                    CREATE TABLE outbox (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        reading_key TEXT NOT NULL UNIQUE,
                        revision INTEGER NOT NULL,
                        payload BLOB NOT NULL,
                        created_at INTEGER NOT NULL,
                        attempts INTEGER NOT NULL DEFAULT 0,
                        last_sent_at INTEGER
                    ) STRICT;
                    CREATE TABLE probe (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL) STRICT;
                    """
            )
        }
        migrator.registerMigration("2-radio") { database in
            try database.execute(
                sql: """
                    CREATE TABLE device_progress (
                        device TEXT PRIMARY KEY,
                        first_sequence INTEGER NOT NULL,
                        last_sequence INTEGER NOT NULL,
                        last_checksum INTEGER NOT NULL,
                        completed_at INTEGER
                    ) STRICT;
                    CREATE TABLE device_clock (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        device TEXT NOT NULL,
                        written_at INTEGER NOT NULL,
                        offset_before_ms INTEGER NOT NULL,
                        offset_after_ms INTEGER
                    ) STRICT;
                    CREATE INDEX device_clock_device ON device_clock (device, id);
                    CREATE TABLE peripheral_data (
                        device TEXT NOT NULL,
                        kind TEXT NOT NULL,
                        user_index INTEGER NOT NULL,
                        sealed BLOB NOT NULL,
                        at INTEGER NOT NULL,
                        PRIMARY KEY (device, kind, user_index)
                    ) STRICT, WITHOUT ROWID;
                    """
            )
        }
    }
}
