internal import StoreEngine

extension StoreKind {
    /// Keeps the destination's id for a record after the record's state changes, and after its row is deleted.
    static let destinationIDs = """
        ALTER TABLE queue ADD COLUMN destination_id TEXT;
        UPDATE queue SET destination_id = server_id WHERE server_id IS NOT NULL;
        ALTER TABLE keys_given ADD COLUMN destination_id TEXT;
        """

    /// Protects an operator's changes.
    ///
    /// `keys_given.changed_by_hand` marks them, and the producer's revisions are counted separately, so that its next
    /// one is new even if the operator has made more.
    ///
    /// `held.awaits_person` is unrelated: it means that only a person, and no assignment, may decide about a held
    /// reading.
    static let changesByHand = """
        ALTER TABLE keys_given ADD COLUMN changed_by_hand INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE keys_given ADD COLUMN producer_revision INTEGER NOT NULL DEFAULT 0;
        UPDATE keys_given SET producer_revision = revision;
        ALTER TABLE held ADD COLUMN seat TEXT;
        ALTER TABLE held ADD COLUMN awaits_person INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX held_device ON held (device) WHERE device IS NOT NULL;
        """

    /// Links an ended session to the one that takes over its unsynced records.
    ///
    /// Each record also keeps its last fence under earlier sessions: an answer up to it says nothing about the present
    /// session's credentials.
    static let continuedSessions = """
        ALTER TABLE sessions ADD COLUMN continued_by TEXT;
        ALTER TABLE queue ADD COLUMN session_fence INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX sessions_continued ON sessions (continued_by) WHERE continued_by IS NOT NULL;
        """

    /// Until when the destination wants no records of a session, on the owner's boot clock; 0 for no hold.
    static let sessionHolds = """
        ALTER TABLE sessions ADD COLUMN hold_until INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX sessions_held ON sessions (hold_until) WHERE hold_until > 0;
        """
}

extension StoreKind {
    /// A session's further destinations are sessions that accompany it.
    ///
    /// A record's deliveries to them are separate rows, which name the record but do not copy its content. An image
    /// that follows such a delivery names it.
    static let furtherDestinations = """
        ALTER TABLE sessions ADD COLUMN accompanies TEXT;
        DROP INDEX sessions_one_per_seat;
        CREATE UNIQUE INDEX sessions_one_per_seat ON sessions (seat) WHERE ended_at IS NULL AND accompanies IS NULL;
        CREATE UNIQUE INDEX sessions_further ON sessions (accompanies, api) WHERE accompanies IS NOT NULL;
        ALTER TABLE queue ADD COLUMN record_log_id TEXT;
        CREATE INDEX queue_further ON queue (record_log_id) WHERE record_log_id IS NOT NULL;
        DROP INDEX queue_history;
        CREATE INDEX queue_history ON queue (seat, measured_at, id) WHERE kind < 2 AND record_log_id IS NULL;
        ALTER TABLE images ADD COLUMN delivery TEXT;
        """
}

extension StoreKind {
    /// When a record was measured, for a seat's history; for existing rows the time is taken from their JSON.
    static let history = """
        ALTER TABLE queue ADD COLUMN measured_at INTEGER NOT NULL DEFAULT 0;
        UPDATE queue SET measured_at = coalesce(
            CASE WHEN json_valid(CAST(record AS TEXT)) THEN CAST(
                round((julianday(json_extract(CAST(record AS TEXT), '$.timestamp')) - 2440587.5) * 86400000) AS INTEGER)
            END, created_at);
        CREATE INDEX queue_history ON queue (seat, measured_at, id) WHERE is_history < 2;
        """
}
