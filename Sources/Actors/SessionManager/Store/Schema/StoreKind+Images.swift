internal import StoreEngine

extension StoreKind {
    /// Images of records.
    ///
    /// Their bytes are files next to the database, named by their hash; `state` is `queued` exactly while a row of
    /// `queue` has the image's id.
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

    /// Turns `is_history` into the kind of a row, and empties an image's row, because its image has the same facts.
    ///
    /// `images.record_id` is the destination's id for the record, as known when the image was queued.
    static let kinds = """
        ALTER TABLE queue RENAME COLUMN is_history TO kind;
        ALTER TABLE queue_counts RENAME COLUMN is_history TO kind;
        ALTER TABLE images ADD COLUMN record_id TEXT;
        UPDATE images SET record_id = (
            SELECT CASE WHEN json_valid(CAST(queue.record AS TEXT))
                THEN json_extract(CAST(queue.record AS TEXT), '$.recordID') END
            FROM queue WHERE queue.log_id = images.id AND queue.kind = 2
        ) WHERE state = 'queued';
        UPDATE queue SET record = x'' WHERE kind = 2 AND EXISTS (SELECT 1 FROM images WHERE images.id = queue.log_id);
        """
}

extension StoreKind {
    /// Pictures of held readings.
    ///
    /// A picture is saved before its reading, so that no reading is published without it, and is deleted with it.
    static let heldPictures = """
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
}
