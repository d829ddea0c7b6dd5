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

    /// Whose a waiting reading is and of which device, so that erasing finds it whatever its JSON looks like.
    ///
    /// Of rows of before, their JSON says it; `unnamed` are those whose JSON cannot be read.
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

    /// Readings that the session manager took over since its last backup: `owner` is its store, `counter` how far that had come.
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

    /// Readings that cannot be sent, with the reason: they stay, and the others pass them.
    private static let parkedReadings = """
        ALTER TABLE outbox ADD COLUMN parked TEXT;
        CREATE INDEX outbox_waiting ON outbox (id) WHERE parked IS NULL;
        CREATE INDEX outbox_parked ON outbox (id) WHERE parked IS NOT NULL;
        """
}

extension StoreKind {
    /// What is known of devices beside their frames: how far a memory is read, what its clock showed before it was set,
    /// and what a device needs beside its pairing or is still to be done for it.
    ///
    /// In `peripheral_data`, `user_index` is -1 where the data is the device's own. What is secret is sealed before it
    /// comes here.
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

    /// What is known of a device while it is read, one row for each link, and which link a frame came over.
    ///
    /// It was saved as a frame of its own before the link's, with the characteristic "context": the frames of a link are those
    /// between it and the device's next one. Its row's number becomes the link's.
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

    /// Readings that a device may send again, because its last link did not end in order, and that nothing but their
    /// bytes tells from a new one.
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
