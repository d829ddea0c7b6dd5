extension StoreKind {
    /// The destination's id of a record outlives the state in which it was learned, and the record's row.
    ///
    /// A key's `decoder_revision` is null while no operator has changed its record: then it is the newest revision.
    static let destinationIDs = """
        ALTER TABLE queue ADD COLUMN destination_id TEXT;
        UPDATE queue SET destination_id = server_id WHERE server_id IS NOT NULL;
        ALTER TABLE keys_given ADD COLUMN destination_id TEXT;
        ALTER TABLE keys_given ADD COLUMN decoder_revision INTEGER;
        """

    /// Until when the destination wants nothing from a session, on the owner's boot clock; 0 for no such wish.
    static let sessionHolds = """
        ALTER TABLE sessions ADD COLUMN hold_until INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX sessions_held ON sessions (hold_until) WHERE hold_until > 0;
        """
}
