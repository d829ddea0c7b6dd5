internal import StoreEngine

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
