"""What turns a store back to the version before each of its newest migrations; a new migration joins its store here."""

# Every outbox has these migrations. A link was a frame before its first one; all numbers are doubled to make room for it.
NAMED = {
    "6-links": [
        "CREATE TEMP TABLE frames AS SELECT * FROM raw_frames ORDER BY id",
        *(f"DROP INDEX {index}" for index in ("raw_frames_link", "links_open", "links_device")),
        "DELETE FROM raw_frames",
        "ALTER TABLE raw_frames DROP COLUMN link",
        "INSERT INTO raw_frames SELECT 2 * id, device, characteristic, bytes, received_at, decoded FROM frames",
        """INSERT INTO raw_frames SELECT 2 * (SELECT min(id) FROM frames WHERE link = links.id) - 1, device, 'context', context,
            began_at, settled FROM links WHERE id IN (SELECT link FROM frames)""",
        "DROP TABLE links",
        "DROP TABLE temp.frames",
    ],
    "5-named": [
        *(f"DROP INDEX outbox_{index}" for index in ("seat", "device", "unnamed")),
        *(f"ALTER TABLE outbox DROP COLUMN {column}" for column in ("seat", "device", "unnamed")),
    ],
}
# What a job's row had for leases before an OCR worker read its own photos.
LEASES = [
    "not_before",
    "outcome_unknown",
    "revision",
    "is_deletion",
    "fence",
    "revision_base",
    "possibly_sent",
    "sent_before_lease",
    "at_destination",
    "waiting_deletion",
    "attempts",
    "session_ended",
]
MAYBE_LEASES = [
    "worker TEXT",
    "server_id TEXT",
    "lingering_worker TEXT",
    *(f"{name} INTEGER" for name in ("lease_fence", "lease_until", "waiting_revision", "lingering_fence", "lingering_until", "arrived_by")),
]
# What turns a store back to the version before each of its newest migrations, newest first.
OLDER = {
    "session-manager.sqlite": {
        "16-destinations": [
            "ALTER TABLE images DROP COLUMN delivery",
            *(f"DROP INDEX {index}" for index in ("queue_history", "queue_further", "sessions_further", "sessions_one_per_seat")),
            "DELETE FROM queue WHERE record_log_id IS NOT NULL",
            "ALTER TABLE queue DROP COLUMN record_log_id",
            "DELETE FROM sessions WHERE accompanies IS NOT NULL",
            "ALTER TABLE sessions DROP COLUMN accompanies",
            "CREATE INDEX queue_history ON queue (seat, measured_at, id) WHERE kind < 2",
            "CREATE UNIQUE INDEX sessions_one_per_seat ON sessions (seat) WHERE ended_at IS NULL",
        ],
        "15-kinds": [
            "ALTER TABLE images DROP COLUMN record_id",
            "ALTER TABLE queue_counts RENAME COLUMN kind TO is_history",
            "ALTER TABLE queue RENAME COLUMN kind TO is_history",
        ],
        "14-requests": ["DROP TABLE requests"],
        "13-ledgers": ["ALTER TABLE workers DROP COLUMN ledger", "ALTER TABLE workers DROP COLUMN attempts"],
        "12-starts": ["DROP TABLE starts"],
        "11-workers": ["DROP TABLE workers", "ALTER TABLE destinations DROP COLUMN probes"],
        "10-arrivals": ["ALTER TABLE queue DROP COLUMN arrived_by", "ALTER TABLE owner DROP COLUMN boot_from"],
        "9-clock-steps": ["DROP TABLE clock_steps"],
    },
    "uploader.sqlite": {"4-mark": ["DROP TABLE ledger_mark"], "3-digest": ["ALTER TABLE attempts DROP COLUMN digest"]},
    "health-importer-*.sqlite": {"3-forgotten": ["DROP INDEX given_forgotten"], **NAMED},
    "device-reader-*.sqlite": NAMED,
    "ocr-worker.sqlite": {"3-lanes": ["CREATE TABLE begun (job TEXT NOT NULL, fence INTEGER NOT NULL, PRIMARY KEY (job, fence)) STRICT"], **NAMED},
    "ocr-jobs.sqlite": {
        "5-lanes": [
            "DROP INDEX jobs_reading",
            "DROP INDEX jobs_pending",
            *(f"ALTER TABLE jobs ADD COLUMN {column} INTEGER NOT NULL DEFAULT 0" for column in LEASES),
            *(f"ALTER TABLE jobs ADD COLUMN {column}" for column in MAYBE_LEASES),
            "CREATE TABLE owner (id INTEGER PRIMARY KEY CHECK (id = 1), boot_id TEXT NOT NULL, boot_from INTEGER NOT NULL DEFAULT 0) STRICT",
            "CREATE INDEX jobs_pending ON jobs (not_before, id) WHERE state = 'pending'",
            "CREATE INDEX jobs_leased ON jobs (lease_until) WHERE state = 'leased'",
            "CREATE INDEX jobs_lingering ON jobs (lingering_until) WHERE lingering_until IS NOT NULL",
        ],
        "4-leases": ["DROP INDEX jobs_lingering", "ALTER TABLE jobs DROP COLUMN arrived_by", "ALTER TABLE owner DROP COLUMN boot_from"],
        "3-seats": ["DROP INDEX jobs_seat"],
        "2-strain": ["ALTER TABLE jobs DROP COLUMN strain"],
    },
}
