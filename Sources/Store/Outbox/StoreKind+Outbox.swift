package import StoreEngine

extension StoreKind {
    /// A producer's outbox ("VBob").
    package static let outbox = StoreKind(
        name: "outbox",
        applicationID: 0x5642_6f62,
        pageSize: 1_024,
        mending: [OutboxRow.mending],
        versions: [
            SchemaVersion(
                "0.1.0-outbox",
                statements: [frames, readings, handedOver, devices, probe].joined(separator: "\n")
            )
        ]
    )

    /// The frames sent by devices, with the context of each reading; each link has one row in `links`.
    private static let frames = """
        CREATE TABLE links (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            device TEXT NOT NULL,
            context BLOB NOT NULL,
            began_at INTEGER NOT NULL,
            settled INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX links_device ON links (device);
        CREATE INDEX links_open ON links (id) WHERE settled = 0;
        CREATE TABLE raw_frames (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            device TEXT NOT NULL,
            characteristic TEXT NOT NULL,
            bytes BLOB NOT NULL,
            received_at INTEGER NOT NULL,
            decoded INTEGER NOT NULL DEFAULT 0,
            link INTEGER REFERENCES links (id)
        ) STRICT;
        CREATE INDEX raw_frames_undecoded ON raw_frames (id) WHERE decoded = 0;
        CREATE INDEX raw_frames_age ON raw_frames (received_at) WHERE decoded = 1;
        CREATE INDEX raw_frames_link ON raw_frames (link);
        """

    /// Readings that wait for the session manager's reply.
    ///
    /// `seat` and `device` are the owners of a reading, so that erasing finds it whatever its JSON contains; `unnamed`
    /// marks unreadable JSON. `parked` is the reason why a reading cannot be sent: it stays, and the others overtake
    /// it.
    private static let readings = """
        CREATE TABLE outbox (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            reading_key TEXT NOT NULL UNIQUE,
            revision INTEGER NOT NULL,
            payload BLOB NOT NULL,
            created_at INTEGER NOT NULL,
            attempts INTEGER NOT NULL DEFAULT 0,
            last_sent_at INTEGER,
            parked TEXT,
            seat TEXT,
            device TEXT,
            unnamed INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX outbox_waiting ON outbox (id) WHERE parked IS NULL;
        CREATE INDEX outbox_parked ON outbox (id) WHERE parked IS NOT NULL;
        CREATE INDEX outbox_seat ON outbox (seat) WHERE seat IS NOT NULL;
        CREATE INDEX outbox_device ON outbox (device) WHERE device IS NOT NULL;
        CREATE INDEX outbox_unnamed ON outbox (id) WHERE unnamed = 1;
        """

    /// Readings that the session manager has accepted since its last backup: `owner` is its store, `counter` its number
    /// of commits at that time.
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

    /// The data about devices other than their frames: the position in their memory, their clocks before they were set,
    /// and the data and open tasks of their pairing.
    ///
    /// In `peripheral_data`, `user_index` is -1 if the data belongs to the device itself, and secrets are sealed before
    /// they are stored. `device_repeats` has readings that a device may send again, because its last link did not end
    /// cleanly, and that only their bytes distinguish from new ones.
    private static let devices = """
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
        CREATE TABLE device_repeats (
            device TEXT NOT NULL,
            twin_key TEXT NOT NULL,
            reading_key TEXT NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (device, twin_key)
        ) STRICT, WITHOUT ROWID;
        """

    /// The row written by a check of the disk's health.
    private static let probe =
        "CREATE TABLE probe (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL) STRICT;"
}
