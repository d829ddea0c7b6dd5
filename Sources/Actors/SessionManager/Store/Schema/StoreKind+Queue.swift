package import StoreEngine

extension StoreKind {
    /// The session manager's store ("VBqu").
    package static let queue = StoreKind(
        name: "queue",
        applicationID: 0x5642_7175,
        pageSize: 1_024,
        versions: [
            SchemaVersion(
                "0.1.0-queue",
                statements: [sessions, readings, records, recordCounts, images, deliveries, notices, owner].joined(
                    separator: "\n"
                )
            )
        ]
    )

    /// The sessions of seats, and the owners of devices.
    ///
    /// `sessions.accompanies` names the session to which a further destination's row belongs, and `continued_by` the
    /// session that continues with the unsynced records of an ended one. Until `hold_until` on the owner's boot clock,
    /// the destination accepts no requests of a session; 0 means no such hold. `rate_key` is a keyed hash of the access
    /// token, by which `rates` counts.
    private static let sessions = """
        CREATE TABLE sessions (
            id TEXT NOT NULL PRIMARY KEY,
            seat TEXT NOT NULL,
            user_id TEXT NOT NULL,
            organization_id TEXT NOT NULL,
            api TEXT NOT NULL,
            api_version TEXT NOT NULL,
            token_sealed BLOB,
            subscriptions BLOB,
            validated INTEGER NOT NULL DEFAULT 0,
            started_at INTEGER NOT NULL,
            ended_at INTEGER,
            end_reason TEXT,
            end_told INTEGER NOT NULL DEFAULT 0,
            hold_until INTEGER NOT NULL DEFAULT 0,
            rate_key TEXT,
            continued_by TEXT,
            accompanies TEXT
        ) STRICT;
        CREATE INDEX sessions_ending ON sessions (id) WHERE ended_at IS NOT NULL AND end_told = 0;
        CREATE INDEX sessions_held ON sessions (hold_until) WHERE hold_until > 0;
        CREATE INDEX sessions_continued ON sessions (continued_by) WHERE continued_by IS NOT NULL;
        CREATE UNIQUE INDEX sessions_one_per_seat ON sessions (seat) WHERE ended_at IS NULL AND accompanies IS NULL;
        CREATE UNIQUE INDEX sessions_further ON sessions (accompanies, api) WHERE accompanies IS NOT NULL;
        CREATE TABLE assignments (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            device TEXT NOT NULL,
            user_index INTEGER,
            seat TEXT NOT NULL,
            valid_from INTEGER NOT NULL,
            valid_until INTEGER,
            changed_at INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE UNIQUE INDEX assignments_open ON assignments (device, coalesce(user_index, -1))
            WHERE valid_until IS NULL;
        CREATE TABLE rates (
            rate_key TEXT NOT NULL PRIMARY KEY,
            tokens REAL NOT NULL,
            filled_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// The accepted readings with their outcomes, and those that wait for a person.
    ///
    /// An operator's changes stay: `keys_given.changed_by_hand` marks them, and the producer's revisions are counted
    /// separately, so that its next revision is new even though the operator has made more. `destination_id` outlives
    /// the record's row. `held.awaits_person` means that only a person can decide about a reading, not an assignment.
    ///
    /// A held picture is stored before its reading, so that no reading is published without it. It is deleted with the
    /// reading, after any decision.
    private static let readings = """
        CREATE TABLE keys_given (
            reading_key TEXT NOT NULL PRIMARY KEY,
            session_id TEXT REFERENCES sessions (id),
            user_id TEXT,
            organization_id TEXT,
            log_id TEXT,
            revision INTEGER NOT NULL,
            merged_into TEXT,
            merge_key TEXT,
            hub TEXT NOT NULL,
            seen_at INTEGER NOT NULL,
            last_fence INTEGER NOT NULL DEFAULT 0,
            destination_id TEXT,
            changed_by_hand INTEGER NOT NULL DEFAULT 0,
            producer_revision INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX keys_given_merge ON keys_given (merge_key, seen_at) WHERE merge_key IS NOT NULL;
        CREATE INDEX keys_given_log ON keys_given (log_id);
        CREATE TABLE held (
            reading_key TEXT NOT NULL PRIMARY KEY,
            revision INTEGER NOT NULL,
            reading BLOB NOT NULL,
            reason TEXT NOT NULL,
            device TEXT,
            hub TEXT NOT NULL,
            merge_key TEXT,
            seen_at INTEGER NOT NULL,
            received_at INTEGER NOT NULL,
            seat TEXT,
            awaits_person INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX held_merge ON held (merge_key, seen_at) WHERE merge_key IS NOT NULL;
        CREATE INDEX held_device ON held (device) WHERE device IS NOT NULL;
        CREATE TABLE held_pictures (
            reading_key TEXT NOT NULL PRIMARY KEY,
            source_sha256 TEXT NOT NULL,
            sha256 TEXT NOT NULL,
            content_type TEXT NOT NULL,
            size INTEGER NOT NULL,
            created_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX held_pictures_age ON held_pictures (created_at);
        CREATE INDEX held_pictures_file ON held_pictures (sha256);
        CREATE TRIGGER held_pictures_go AFTER DELETE ON held BEGIN
            DELETE FROM held_pictures WHERE reading_key = old.reading_key;
        END;
        """

    /// The records to deliver, and the state of each delivery.
    ///
    /// `kind` is a live record, one of a history, or an image, whose row has no `record`, because the image has all
    /// facts. A delivery to a further destination is a separate row, which names its record (`record_log_id`) and has
    /// none of its content. `destination_id` outlives the state in which it was learned. The answer to a grant up to
    /// `session_fence` does not concern the present session's credentials, and a sent record has arrived by
    /// `arrived_by` or never.
    ///
    /// The indexes keep each step's work constant, however many records wait. Due records are found by session, because
    /// a session over its rate limit must not be scanned.
    private static let records = """
        CREATE TABLE queue (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            log_id TEXT NOT NULL UNIQUE,
            session_id TEXT NOT NULL REFERENCES sessions (id),
            seat TEXT NOT NULL,
            hub TEXT NOT NULL,
            record BLOB NOT NULL,
            waiting_record BLOB,
            kind INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            changed_at INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('pending', 'leased', 'submitted', 'rejected', 'ended', 'withdrawn')),
            not_before INTEGER NOT NULL DEFAULT 0,
            worker TEXT,
            lease_fence INTEGER,
            lease_until INTEGER,
            server_id TEXT,
            error_code TEXT,
            error_message TEXT,
            outcome_unknown INTEGER NOT NULL DEFAULT 0,
            revision INTEGER NOT NULL,
            is_deletion INTEGER NOT NULL,
            fence INTEGER NOT NULL,
            revision_base INTEGER NOT NULL,
            possibly_sent INTEGER NOT NULL,
            sent_before_lease INTEGER NOT NULL,
            at_destination INTEGER NOT NULL,
            waiting_revision INTEGER,
            waiting_deletion INTEGER NOT NULL,
            lingering_worker TEXT,
            lingering_fence INTEGER,
            lingering_until INTEGER,
            attempts INTEGER NOT NULL,
            last_error TEXT,
            destination_id TEXT,
            session_fence INTEGER NOT NULL DEFAULT 0,
            measured_at INTEGER NOT NULL DEFAULT 0,
            arrived_by INTEGER,
            record_log_id TEXT
        ) STRICT;
        CREATE INDEX queue_leased ON queue (lease_until) WHERE state = 'leased';
        CREATE INDEX queue_lingering ON queue (lingering_until) WHERE lingering_until IS NOT NULL;
        CREATE INDEX queue_session ON queue (session_id, state, created_at, id);
        CREATE INDEX queue_settled ON queue (state, changed_at) WHERE \(StoredRecord.isSettled);
        CREATE INDEX queue_ready ON queue (session_id, kind, created_at, id)
            WHERE state = 'pending' AND not_before = 0;
        CREATE INDEX queue_delayed ON queue (kind, not_before) WHERE state = 'pending' AND not_before > 0;
        CREATE INDEX queue_open ON queue (created_at, id) WHERE state IN ('pending', 'leased');
        CREATE INDEX queue_further ON queue (record_log_id) WHERE record_log_id IS NOT NULL;
        CREATE INDEX queue_history ON queue (seat, measured_at, id) WHERE kind < 2 AND record_log_id IS NULL;
        """

    /// The number of rows in `queue`, maintained by its triggers.
    private static let recordCounts = """
        CREATE TABLE queue_counts (
            session_id TEXT NOT NULL,
            state TEXT NOT NULL,
            kind INTEGER NOT NULL,
            seat TEXT NOT NULL,
            n INTEGER NOT NULL,
            PRIMARY KEY (session_id, state, kind, seat)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER queue_counts_insert AFTER INSERT ON queue BEGIN
            \(count("NEW"))
        END;
        CREATE TRIGGER queue_counts_delete AFTER DELETE ON queue BEGIN
            \(uncount("OLD"))
        END;
        CREATE TRIGGER queue_counts_update AFTER UPDATE OF state, session_id, seat, kind ON queue
            WHEN OLD.state <> NEW.state OR OLD.session_id <> NEW.session_id OR OLD.seat <> NEW.seat
                OR OLD.kind <> NEW.kind
        BEGIN
            \(uncount("OLD"))
            \(count("NEW"))
        END;
        """

    private static func count(_ row: String) -> String {
        """
        INSERT INTO queue_counts (session_id, seat, state, kind, n)
            VALUES (\(row).session_id, \(row).seat, \(row).state, \(row).kind, 1)
            ON CONFLICT (session_id, state, kind, seat) DO UPDATE SET n = n + 1;
        """
    }

    private static func uncount(_ row: String) -> String {
        let key = """
            session_id = \(row).session_id AND seat = \(row).seat AND state = \(row).state
                AND kind = \(row).kind
            """
        return """
            UPDATE queue_counts SET n = n - 1 WHERE \(key);
            DELETE FROM queue_counts WHERE \(key) AND n = 0;
            """
    }

    /// Images of records.
    ///
    /// Their bytes are files next to the database, named by their hash. `state` is `queued` exactly while a row of
    /// `queue` has the image's id. `record_id` is the destination's id of the record, as known when the image's turn
    /// came. `delivery` names the further delivery to which an image belongs.
    private static let images = """
        CREATE TABLE images (
            id TEXT NOT NULL PRIMARY KEY,
            record_log_id TEXT NOT NULL,
            source_sha256 TEXT NOT NULL,
            sha256 TEXT NOT NULL,
            content_type TEXT NOT NULL,
            size INTEGER NOT NULL,
            session_id TEXT NOT NULL,
            seat TEXT NOT NULL,
            hub TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('waiting', 'queued', 'submitted', 'failed')),
            media_id TEXT,
            media_url TEXT,
            last_fence INTEGER NOT NULL DEFAULT 0,
            created_at INTEGER NOT NULL,
            changed_at INTEGER NOT NULL,
            record_id TEXT,
            delivery TEXT
        ) STRICT;
        CREATE INDEX images_record ON images (record_log_id);
        CREATE INDEX images_seat ON images (seat);
        CREATE INDEX images_open ON images (sha256) WHERE state IN ('waiting', 'queued');
        CREATE INDEX images_settled ON images (changed_at) WHERE state IN ('submitted', 'failed');
        """

    /// Paused destinations with their number of probes, and the newest start of each worker whose earlier leases were
    /// released.
    ///
    /// `workers.ledger` and `attempts` are the last reported position of a worker's own ledger; NULL if it never
    /// reported one.
    private static let deliveries = """
        CREATE TABLE destinations (
            api TEXT NOT NULL PRIMARY KEY,
            reason TEXT NOT NULL,
            paused_at INTEGER NOT NULL,
            next_probe INTEGER NOT NULL,
            probes INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE TABLE workers (
            name TEXT PRIMARY KEY,
            epoch INTEGER NOT NULL,
            ledger TEXT,
            attempts INTEGER
        ) STRICT;
        """

    /// The notifications to publish, and completed requests that must not be executed again, with their subjects.
    private static let notices = """
        CREATE TABLE notifications (
            cursor INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            type TEXT NOT NULL,
            hub TEXT NOT NULL,
            seat TEXT,
            data BLOB NOT NULL,
            time INTEGER NOT NULL,
            published INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX notifications_unpublished ON notifications (cursor) WHERE published = 0;
        CREATE TABLE requests (
            number INTEGER PRIMARY KEY,
            source TEXT NOT NULL,
            id TEXT NOT NULL,
            subject TEXT NOT NULL,
            UNIQUE (source, id)
        ) STRICT;
        """

    /// The machine's boot as known to the owner, the owner's starts with the number of commits found at each, and
    /// settings that operators changed at run time.
    ///
    /// `mark` distinguishes an older copy of the file from the newest one.
    private static let owner = """
        CREATE TABLE owner (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            boot_id TEXT NOT NULL,
            boot_from INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE TABLE clock_steps (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            low INTEGER NOT NULL,
            high INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE mark (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            id TEXT NOT NULL,
            generation INTEGER NOT NULL,
            counter INTEGER NOT NULL,
            committed_at INTEGER NOT NULL,
            accepted_from INTEGER,
            accepted_at INTEGER
        ) STRICT;
        INSERT INTO mark (only, id, generation, counter, committed_at)
            VALUES (1, lower(hex(randomblob(16))), 1, 0, 0);
        CREATE TABLE starts (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL,
            begun_at INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE settings (name TEXT NOT NULL PRIMARY KEY, value BLOB NOT NULL) STRICT;
        CREATE TABLE probe (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL) STRICT;
        """
}
