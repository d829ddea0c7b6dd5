internal import StoreEngine

extension StoreKind {
    /// Images of records.
    ///
    /// Their bytes are files beside the database, named by their hash; `state` is `queued` exactly while
    /// a row of `queue` has the image's id.
    static let imageTables = """
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
            changed_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX images_record ON images (record_log_id);
        CREATE INDEX images_seat ON images (seat);
        CREATE INDEX images_open ON images (sha256) WHERE state IN ('waiting', 'queued');
        CREATE INDEX images_settled ON images (changed_at) WHERE state IN ('submitted', 'failed');
        """
}
