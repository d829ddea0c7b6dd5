package import StoreEngine

extension StoreKind {
    /// An uploader's attempt ledger ("VBle").
    package static let ledger = StoreKind(
        name: "ledger",
        applicationID: 0x5642_6c65,
        pageSize: 1_024,
        versions: [SchemaVersion("0.1.0-ledger", statements: ledgerTables)]
    )

    /// `ledger_mark` names the file and counts its attempts: the session manager notices an older copy by them.
    private static let ledgerTables = """
        CREATE TABLE attempts (
            log_id TEXT NOT NULL,
            fence INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            session_id TEXT NOT NULL,
            started_at INTEGER NOT NULL,
            answered_at INTEGER,
            outcome TEXT CHECK (outcome IN ('done', 'failed', 'retry', 'released')),
            server_id TEXT,
            retry_after INTEGER,
            possibly_sent INTEGER,
            error_code TEXT,
            error_message TEXT,
            confirmed INTEGER NOT NULL DEFAULT 0,
            media_url TEXT,
            digest BLOB,
            PRIMARY KEY (log_id, fence)
        ) STRICT;
        CREATE INDEX attempts_unconfirmed ON attempts (answered_at) WHERE confirmed = 0;
        CREATE INDEX attempts_age ON attempts (started_at);
        CREATE TABLE ledger_mark (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            id TEXT NOT NULL,
            attempts INTEGER NOT NULL
        ) STRICT;
        INSERT INTO ledger_mark (only, id, attempts) VALUES (1, lower(hex(randomblob(16))), 0);
        CREATE TABLE probe (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL) STRICT;
        """
}
