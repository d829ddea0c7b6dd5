internal import StoreEngine

extension StoreKind {
    /// Pictures of readings that wait for a person.
    ///
    /// A picture comes before its reading, so that no reading is told without it, and goes with it, whoever ends its wait.
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
