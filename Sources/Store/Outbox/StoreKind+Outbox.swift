internal import GRDB
package import StoreEngine

extension StoreKind {
    /// A producer's outbox ("VBob").
    package static let outbox = StoreKind(
        name: "outbox",
        applicationID: 0x5642_6f62,
        mending: [OutboxRow.mending]
    ) { migrator in
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
        migrator.registerMigration("2-radio") { try $0.execute(sql: radioTables) }
        migrator.registerMigration("3-repeats") { try $0.execute(sql: repeatTable) }
        migrator.registerMigration("4-parked") { try $0.execute(sql: parkedReadings) }
        migrator.registerMigration("5-named") { try $0.execute(sql: namedReadings) }
        migrator.registerMigration("6-links") { try $0.execute(sql: links) }
        migrator.registerMigration("7-handed-over") { try $0.execute(sql: handedOver) }
    }

    /// The seat and device of a waiting reading, so that an erasure finds it whatever its JSON looks like.
    ///
    /// Existing rows get both from their JSON; `unnamed` marks those with unreadable JSON.
    private static let namedReadings = """
        ALTER TABLE outbox ADD COLUMN seat TEXT;
        ALTER TABLE outbox ADD COLUMN device TEXT;
        ALTER TABLE outbox ADD COLUMN unnamed INTEGER NOT NULL DEFAULT 0;
        UPDATE outbox SET unnamed = 1
            WHERE coalesce(CASE WHEN json_valid(CAST(payload AS TEXT)) THEN json_type(CAST(payload AS TEXT)) END, '')
                <> 'object';
        UPDATE outbox SET seat = json_extract(CAST(payload AS TEXT), '$.seat'),
            device = json_extract(CAST(payload AS TEXT), '$.device') WHERE unnamed = 0;
        CREATE INDEX outbox_seat ON outbox (seat) WHERE seat IS NOT NULL;
        CREATE INDEX outbox_device ON outbox (device) WHERE device IS NOT NULL;
        CREATE INDEX outbox_unnamed ON outbox (id) WHERE unnamed = 1;
        """

    /// Readings that the session manager accepted since its last backup: `owner` is its store, `counter` its commits
    /// then.
    private static let handedOver = """
        CREATE TABLE handed_over (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            reading_key TEXT NOT NULL UNIQUE,
            revision INTEGER NOT NULL,
            payload BLOB NOT NULL,
            seat TEXT,
            device TEXT,
            unnamed INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            owner TEXT NOT NULL,
            counter INTEGER NOT NULL,
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX handed_over_owner ON handed_over (owner, counter);
        CREATE INDEX handed_over_at ON handed_over (at);
        CREATE INDEX handed_over_seat ON handed_over (seat) WHERE seat IS NOT NULL;
        CREATE INDEX handed_over_device ON handed_over (device) WHERE device IS NOT NULL;
        """

    /// The reason why a reading cannot be sent: it stays, and the others pass it.
    private static let parkedReadings = """
        ALTER TABLE outbox ADD COLUMN parked TEXT;
        CREATE INDEX outbox_waiting ON outbox (id) WHERE parked IS NULL;
        CREATE INDEX outbox_parked ON outbox (id) WHERE parked IS NOT NULL;
        """
}

extension StoreKind {
    /// Facts about devices other than frames.
    ///
    /// They are the progress through a memory, the clock's offset before it was set, and a device's own data, such as
    /// keys and pending tasks.
    ///
    /// In `peripheral_data`, `user_index` is -1 for the device's own data. Secrets are sealed before they are saved.
    static let radioTables = """
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
            user_index INTEGER NOT NULL DEFAULT -1,
            content BLOB NOT NULL,
            changed_at INTEGER NOT NULL,
            PRIMARY KEY (device, kind, user_index)
        ) STRICT, WITHOUT ROWID;
        """

    /// The context of a device during each link, and the link that each frame came over.
    ///
    /// Earlier versions saved the context as a frame with the characteristic "context" before the link's frames, which
    /// reach to the device's next such frame. Its row number becomes the link's.
    static let links = """
        CREATE TABLE links (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            device TEXT NOT NULL,
            context BLOB NOT NULL,
            began_at INTEGER NOT NULL,
            settled INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX links_device ON links (device);
        CREATE INDEX links_open ON links (id) WHERE settled = 0;
        INSERT INTO links (id, device, context, began_at, settled)
            SELECT id, device, bytes, received_at, decoded FROM raw_frames WHERE characteristic = 'context' ORDER BY id;
        DELETE FROM raw_frames WHERE characteristic = 'context';
        ALTER TABLE raw_frames ADD COLUMN link INTEGER REFERENCES links (id);
        UPDATE raw_frames SET link =
            (SELECT max(links.id) FROM links WHERE links.device = raw_frames.device AND links.id < raw_frames.id);
        CREATE INDEX raw_frames_link ON raw_frames (link);
        """

    /// Readings that a device may repeat because its last link did not end cleanly.
    ///
    /// Only their bytes distinguish them from new ones.
    static let repeatTable = """
        CREATE TABLE device_repeats (
            device TEXT NOT NULL,
            twin_key TEXT NOT NULL,
            reading_key TEXT NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (device, twin_key)
        ) STRICT, WITHOUT ROWID;
        """
}
