internal import GRDB
package import StoreEngine

extension StoreKind {
    /// The session manager's store ("VBqu").
    package static let queue = StoreKind(name: "queue", applicationID: 0x5642_7175) { migrator in
        migrator.registerMigration("1-people") { try $0.execute(sql: peopleTables) }
        migrator.registerMigration("1-queue") { try $0.execute(sql: queueTables) }
        migrator.registerMigration("2-destination-ids") { try $0.execute(sql: destinationIDs) }
        migrator.registerMigration("2-session-holds") { try $0.execute(sql: sessionHolds) }
        migrator.registerMigration("2-large-queue") { try $0.execute(sql: largeQueue) }
        migrator.registerMigration("2-rates") { try $0.execute(sql: rateTables) }
        migrator.registerMigration("2-settings") { try $0.execute(sql: settingsTable) }
        migrator.registerMigration("2-changes-by-hand") { try $0.execute(sql: changesByHand) }
        migrator.registerMigration("3-images") { try $0.execute(sql: imageTables) }
        migrator.registerMigration("4-held-pictures") { try $0.execute(sql: heldPictures) }
        migrator.registerMigration("5-assignment-changes") { try $0.execute(sql: assignmentChanges) }
        migrator.registerMigration("6-continued-sessions") { try $0.execute(sql: continuedSessions) }
        migrator.registerMigration("7-history") { try $0.execute(sql: history) }
        migrator.registerMigration("8-mark") { try $0.execute(sql: markTable) }
        migrator.registerMigration("9-clock-steps") { try $0.execute(sql: clockSteps) }
        migrator.registerMigration("10-arrivals") { try $0.execute(sql: LeaseColumns.arrivals(of: "queue")) }
        migrator.registerMigration("11-workers") { try $0.execute(sql: workers) }
        migrator.registerMigration("12-starts") { try $0.execute(sql: startTable) }
        migrator.registerMigration("13-ledgers") { try $0.execute(sql: ledgerColumns) }
        migrator.registerMigration("14-requests") { try $0.execute(sql: requestTable) }
        migrator.registerMigration("15-kinds") { try $0.execute(sql: kinds) }
        migrator.registerMigration("16-destinations") { try $0.execute(sql: furtherDestinations) }
    }

    /// The newest start of each worker whose earlier leases were freed, and a paused destination's number of probes.
    private static let workers = """
        CREATE TABLE workers (name TEXT PRIMARY KEY, epoch INTEGER NOT NULL) STRICT;
        ALTER TABLE destinations ADD COLUMN probes INTEGER NOT NULL DEFAULT 0;
        """

    /// How far each worker's ledger had come; NULL if it never said.
    private static let ledgerColumns = """
        ALTER TABLE workers ADD COLUMN ledger TEXT;
        ALTER TABLE workers ADD COLUMN attempts INTEGER;
        """

    /// Requests that were carried out and must not be repeated, with their subjects.
    private static let requestTable = """
        CREATE TABLE requests (
            number INTEGER PRIMARY KEY,
            source TEXT NOT NULL,
            id TEXT NOT NULL,
            subject TEXT NOT NULL,
            UNIQUE (source, id)
        ) STRICT;
        """

    private static let clockSteps = """
        CREATE TABLE clock_steps (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            low INTEGER NOT NULL,
            high INTEGER NOT NULL
        ) STRICT;
        """

    private static let assignmentChanges = """
        ALTER TABLE assignments ADD COLUMN changed_at INTEGER NOT NULL DEFAULT 0;
        """

    private static let peopleTables = """
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
            end_told INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE UNIQUE INDEX sessions_one_per_seat ON sessions (seat) WHERE ended_at IS NULL;
        CREATE INDEX sessions_ending ON sessions (id) WHERE ended_at IS NOT NULL AND end_told = 0;
        CREATE TABLE assignments (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            device TEXT NOT NULL,
            user_index INTEGER,
            seat TEXT NOT NULL,
            valid_from INTEGER NOT NULL,
            valid_until INTEGER
        ) STRICT;
        CREATE UNIQUE INDEX assignments_open ON assignments (device, coalesce(user_index, -1))
            WHERE valid_until IS NULL;
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
            last_fence INTEGER NOT NULL DEFAULT 0
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
            received_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX held_merge ON held (merge_key, seen_at) WHERE merge_key IS NOT NULL;
        """

    private static let queueTables = """
        CREATE TABLE queue (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            log_id TEXT NOT NULL UNIQUE,
            session_id TEXT NOT NULL REFERENCES sessions (id),
            seat TEXT NOT NULL,
            hub TEXT NOT NULL,
            record BLOB NOT NULL,
            waiting_record BLOB,
            is_history INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            changed_at INTEGER NOT NULL,
            \(LeaseColumns.first(states: ["pending", "leased", "submitted", "rejected", "ended", "withdrawn"])),
            last_error TEXT
        ) STRICT;
        CREATE INDEX queue_pending ON queue (is_history, created_at, id) WHERE state = 'pending';
        \(LeaseColumns.leaseIndex(of: "queue"))
        \(LeaseColumns.lingeringIndex(of: "queue"))
        CREATE INDEX queue_session ON queue (session_id, state, created_at, id);
        CREATE INDEX queue_settled ON queue (state, changed_at);
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
        CREATE INDEX notifications_age ON notifications (time);
        CREATE TABLE destinations (
            api TEXT NOT NULL PRIMARY KEY,
            reason TEXT NOT NULL,
            paused_at INTEGER NOT NULL,
            next_probe INTEGER NOT NULL
        ) STRICT;
        \(LeaseColumns.owner)
        CREATE TABLE probe (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL) STRICT;
        """
}
