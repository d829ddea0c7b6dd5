extension StoreKind {
    /// What devices need beside their pairing, and what is still to be done for them.
    ///
    /// `user_index` is -1 where the data is the device's own. What is secret is sealed before it comes here.
    static let peripheralDataTables = """
        CREATE TABLE peripheral_data (
            device TEXT NOT NULL,
            kind TEXT NOT NULL,
            user_index INTEGER NOT NULL DEFAULT -1,
            content BLOB NOT NULL,
            changed_at INTEGER NOT NULL,
            PRIMARY KEY (device, kind, user_index)
        ) STRICT, WITHOUT ROWID;
        """
}
