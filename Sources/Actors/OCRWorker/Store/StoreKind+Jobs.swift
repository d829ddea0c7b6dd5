internal import GRDB
internal import Outbox
package import StoreEngine

extension StoreKind {
    /// A worker's photos and the jobs to read them ("VBjo").
    package static let jobs = StoreKind(
        name: "jobs",
        applicationID: 0x5642_6a6f,
        mending: [unreadableJobs]
    ) { migrator in
        migrator.registerMigration("1-jobs") { try $0.execute(sql: jobTables) }
        migrator.registerMigration("2-strain") {
            try $0.execute(sql: "ALTER TABLE jobs ADD COLUMN strain INTEGER NOT NULL DEFAULT 0")
        }
        migrator.registerMigration("3-seats") {
            try $0.execute(sql: "CREATE INDEX jobs_seat ON jobs (seat) WHERE seat IS NOT NULL")
        }
        migrator.registerMigration("4-leases") { try $0.execute(sql: leases) }
        migrator.registerMigration("5-lanes") { try $0.execute(sql: lanes) }
    }

    /// A job with an unreadable row counts as failed, which is published.
    private static let unreadableJobs = RowMending(
        "jobs",
        conditions: LeaseColumns.conditions.filter { ["error_code", "error_message"].contains($0.key) },
        standIns: ["state": "'rejected'", "error_code": "'\(LeaseColumns.unreadable)'", "error_message": "''"]
    ) { database, row in
        try database.execute(
            sql: """
                UPDATE jobs SET state = 'rejected', error_code = '\(LeaseColumns.unreadable)',
                    error_message = 'the saved job cannot be read', told = 0
                WHERE id = ? AND state IN ('pending', 'leased', 'rejected')
                """,
            arguments: [row.row]
        )
    }

    /// Removes the leases, because a worker reads only its own photos; leased jobs wait for a lane again.
    ///
    /// State names stay: `leased` marks a photo being read.
    private static let lanes = """
        DROP INDEX jobs_pending;
        DROP INDEX jobs_leased;
        DROP INDEX jobs_lingering;
        UPDATE jobs SET state = 'pending' WHERE state = 'leased';
        \(leaseColumns.map { "ALTER TABLE jobs DROP COLUMN \($0);" }.joined(separator: "\n"))
        CREATE INDEX jobs_pending ON jobs (id) WHERE state = 'pending';
        CREATE INDEX jobs_reading ON jobs (id) WHERE state = 'leased';
        DROP TABLE owner;
        """

    private static let leaseColumns = [
        "not_before", "worker", "lease_fence", "lease_until", "server_id", "outcome_unknown", "revision", "is_deletion",
        "fence", "revision_base", "possibly_sent", "sent_before_lease", "at_destination", "waiting_revision",
        "waiting_deletion", "lingering_worker", "lingering_fence", "lingering_until", "attempts", "arrived_by",
        "session_ended",
    ]

    /// The lease columns, as in the queue of records.
    ///
    /// Lingering leases are cleared, because a job has no later revision that would wait for one.
    private static let leases = """
        \(LeaseColumns.arrivals(of: "jobs"))
        \(LeaseColumns.lingeringIndex(of: "jobs"))
        UPDATE jobs SET lingering_worker = NULL, lingering_fence = NULL, lingering_until = NULL
            WHERE lingering_until IS NOT NULL;
        """

    /// The tables of jobs; the delivery columns match the queue of records, so that both share one state machine and
    /// reader.
    private static let jobTables = """
        CREATE TABLE pictures (
            sha256 TEXT NOT NULL PRIMARY KEY,
            file TEXT NOT NULL,
            size INTEGER NOT NULL,
            content_type TEXT NOT NULL,
            used_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX pictures_age ON pictures (used_at);
        CREATE TABLE jobs (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            log_id TEXT NOT NULL UNIQUE,
            reading_key TEXT NOT NULL UNIQUE,
            picture TEXT NOT NULL,
            body BLOB NOT NULL,
            seat TEXT,
            outcome BLOB,
            told INTEGER NOT NULL DEFAULT 0,
            created_at INTEGER NOT NULL,
            changed_at INTEGER NOT NULL,
            session_ended INTEGER NOT NULL DEFAULT 0,
            \(LeaseColumns.first(states: ["pending", "leased", "submitted", "rejected", "ended"]))
        ) STRICT;
        CREATE INDEX jobs_pending ON jobs (not_before, id) WHERE state = 'pending';
        \(LeaseColumns.leaseIndex(of: "jobs"))
        CREATE INDEX jobs_untold ON jobs (id) WHERE told = 0 AND state IN ('submitted', 'rejected', 'ended');
        CREATE INDEX jobs_picture ON jobs (picture) WHERE state IN ('pending', 'leased');
        CREATE INDEX jobs_settled ON jobs (changed_at) WHERE state IN ('submitted', 'rejected', 'ended');
        \(LeaseColumns.owner)
        CREATE TABLE probe (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL) STRICT;
        """
}

extension StoreKind {
    /// An OCR worker's outbox and the pictures of its readings ("VBoc").
    ///
    /// Both are in one file, because a reading and its picture's name are one commit. A picture's row is deleted with
    /// its reading.
    package static let displays = StoreKind(
        name: "displays",
        applicationID: 0x5642_6f63,
        mending: StoreKind.outbox.mending
    ) { migrator in
        StoreKind.outbox.migrations(&migrator)
        migrator.registerMigration("1-crops") { database in
            try database.execute(
                sql: """
                    CREATE TABLE crops (
                        reading_key TEXT NOT NULL PRIMARY KEY,
                        file TEXT NOT NULL,
                        size INTEGER NOT NULL
                    ) STRICT;
                    CREATE TRIGGER crops_go AFTER DELETE ON outbox BEGIN
                        DELETE FROM crops WHERE reading_key = old.reading_key;
                    END;
                    """
            )
        }
        migrator.registerMigration("2-begun") { database in
            try database.execute(
                sql: "CREATE TABLE begun (job TEXT NOT NULL, fence INTEGER NOT NULL, PRIMARY KEY (job, fence)) STRICT"
            )
        }
        // The photo's own row now stores which work has begun.
        migrator.registerMigration("3-lanes") { try $0.execute(sql: "DROP TABLE begun") }
    }
}
