internal import StoreEngine

extension StoreKind {
    /// The destination's id of a record outlives the state in which it was learned, and the record's row.
    static let destinationIDs = """
        ALTER TABLE queue ADD COLUMN destination_id TEXT;
        UPDATE queue SET destination_id = server_id WHERE server_id IS NOT NULL;
        ALTER TABLE keys_given ADD COLUMN destination_id TEXT;
        """

    /// What an operator changed stays: `keys_given.changed_by_hand` marks it, and the producer's revisions are counted
    /// apart, so that its next one is news though the operator has made more.
    ///
    /// `held.awaits_person` is another thing: only a person decides about that held reading, no assignment.
    static let changesByHand = """
        ALTER TABLE keys_given ADD COLUMN changed_by_hand INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE keys_given ADD COLUMN producer_revision INTEGER NOT NULL DEFAULT 0;
        UPDATE keys_given SET producer_revision = revision;
        ALTER TABLE held ADD COLUMN seat TEXT;
        ALTER TABLE held ADD COLUMN awaits_person INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX held_device ON held (device) WHERE device IS NOT NULL;
        """

    /// The session under which the unsynced records of an ended one go on, and for each record the last grant that was made
    /// under earlier sessions: its answer says nothing of the present one's credentials.
    static let continuedSessions = """
        ALTER TABLE sessions ADD COLUMN continued_by TEXT;
        ALTER TABLE queue ADD COLUMN session_fence INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX sessions_continued ON sessions (continued_by) WHERE continued_by IS NOT NULL;
        """

    /// Until when the destination wants nothing from a session, on the owner's boot clock; 0 for no such wish.
    static let sessionHolds = """
        ALTER TABLE sessions ADD COLUMN hold_until INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX sessions_held ON sessions (hold_until) WHERE hold_until > 0;
        """
}

extension StoreKind {
    /// A session's further destinations are sessions that accompany it.
    ///
    /// A record's deliveries to them are rows of their own, which name the record and have none of its content. An image that
    /// follows such a delivery names it.
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
    /// When a record was measured, for a seat's history: what stands here already says it in its JSON.
    static let history = """
        ALTER TABLE queue ADD COLUMN measured_at INTEGER NOT NULL DEFAULT 0;
        UPDATE queue SET measured_at = coalesce(
            CASE WHEN json_valid(CAST(record AS TEXT)) THEN CAST(
                round((julianday(json_extract(CAST(record AS TEXT), '$.timestamp')) - 2440587.5) * 86400000) AS INTEGER)
            END, created_at);
        CREATE INDEX queue_history ON queue (seat, measured_at, id) WHERE is_history < 2;
        """
}
