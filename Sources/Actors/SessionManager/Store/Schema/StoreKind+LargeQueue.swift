internal import StoreEngine

extension StoreKind {
    /// Keeps each step's cost independent of the queue's length.
    ///
    /// Indexes find due work by session, and triggers maintain counts.
    ///
    /// The old `queue_pending` was ordered by age over all sessions, so a session past its rate had to be walked
    /// through.
    static let largeQueue = """
        DROP INDEX queue_pending;
        CREATE INDEX queue_ready ON queue (session_id, is_history, created_at, id)
            WHERE state = 'pending' AND not_before = 0;
        CREATE INDEX queue_delayed ON queue (is_history, not_before) WHERE state = 'pending' AND not_before > 0;
        CREATE INDEX queue_open ON queue (created_at, id) WHERE state IN ('pending', 'leased');
        CREATE TABLE queue_counts (
            session_id TEXT NOT NULL,
            state TEXT NOT NULL,
            is_history INTEGER NOT NULL,
            seat TEXT NOT NULL,
            n INTEGER NOT NULL,
            PRIMARY KEY (session_id, state, is_history, seat)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO queue_counts (session_id, seat, state, is_history, n)
            SELECT session_id, seat, state, is_history, count(*) FROM queue GROUP BY 1, 2, 3, 4;
        CREATE TRIGGER queue_counts_insert AFTER INSERT ON queue BEGIN
            \(count("NEW"))
        END;
        CREATE TRIGGER queue_counts_delete AFTER DELETE ON queue BEGIN
            \(uncount("OLD"))
        END;
        CREATE TRIGGER queue_counts_update AFTER UPDATE OF state, session_id, seat, is_history ON queue
            WHEN OLD.state <> NEW.state OR OLD.session_id <> NEW.session_id OR OLD.seat <> NEW.seat
                OR OLD.is_history <> NEW.is_history
        BEGIN
            \(uncount("OLD"))
            \(count("NEW"))
        END;
        """

    /// The remaining requests of each access token; the token itself is stored only as a keyed hash.
    static let rateTables = """
        ALTER TABLE sessions ADD COLUMN rate_key TEXT;
        CREATE TABLE rates (
            rate_key TEXT NOT NULL PRIMARY KEY,
            tokens REAL NOT NULL,
            filled_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// Settings that change while the system runs.
    static let settingsTable = "CREATE TABLE settings (name TEXT NOT NULL PRIMARY KEY, value BLOB NOT NULL) STRICT;"

    private static func count(_ row: String) -> String {
        """
        INSERT INTO queue_counts (session_id, seat, state, is_history, n)
            VALUES (\(row).session_id, \(row).seat, \(row).state, \(row).is_history, 1)
            ON CONFLICT (session_id, state, is_history, seat) DO UPDATE SET n = n + 1;
        """
    }

    private static func uncount(_ row: String) -> String {
        let key = """
            session_id = \(row).session_id AND seat = \(row).seat AND state = \(row).state
                AND is_history = \(row).is_history
            """
        return """
            UPDATE queue_counts SET n = n - 1 WHERE \(key);
            DELETE FROM queue_counts WHERE \(key) AND n = 0;
            """
    }
}
