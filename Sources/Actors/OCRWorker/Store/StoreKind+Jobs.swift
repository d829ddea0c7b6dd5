internal import GRDB
package import StoreEngine

extension StoreKind {
    /// A worker's photos and the jobs to read them ("VBjo").
    package static let jobs = StoreKind(
        name: "jobs",
        applicationID: 0x5642_6a6f,
        mending: [unreadableJobs],
        versions: [SchemaVersion("0.1.0-jobs", statements: jobTables)]
    )

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

    /// The words of states are those of the queue of records: `leased` is a photo that is being read.
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
            state TEXT NOT NULL CHECK (state IN ('pending', 'leased', 'submitted', 'rejected', 'ended')),
            error_code TEXT,
            error_message TEXT,
            strain INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX jobs_untold ON jobs (id) WHERE told = 0 AND state IN ('submitted', 'rejected', 'ended');
        CREATE INDEX jobs_picture ON jobs (picture) WHERE state IN ('pending', 'leased');
        CREATE INDEX jobs_settled ON jobs (changed_at) WHERE state IN ('submitted', 'rejected', 'ended');
        CREATE INDEX jobs_seat ON jobs (seat) WHERE seat IS NOT NULL;
        CREATE INDEX jobs_pending ON jobs (id) WHERE state = 'pending';
        CREATE INDEX jobs_reading ON jobs (id) WHERE state = 'leased';
        CREATE TABLE probe (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL) STRICT;
        """
}
