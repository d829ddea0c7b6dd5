internal import StoreEngine

extension StoreKind {
    /// What is known of devices beside their frames: how far a memory is read, what its clock showed before it was set,
    /// and what a device needs beside its pairing or is still to be done for it.
    ///
    /// In `peripheral_data`, `user_index` is -1 where the data is the device's own. What is secret is sealed before it
    /// comes here.
    static let radioTables = """
        CREATE TABLE device_progress (
            device TEXT PRIMARY KEY,
            first_sequence INTEGER NOT NULL,
            last_sequence INTEGER NOT NULL,
            last_checksum INTEGER NOT NULL,
            completed_at INTEGER
        ) STRICT;
        CREATE TABLE device_clock (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            device TEXT NOT NULL,
            written_at INTEGER NOT NULL,
            offset_before_ms INTEGER NOT NULL,
            offset_after_ms INTEGER
        ) STRICT;
        CREATE INDEX device_clock_device ON device_clock (device, id);
        CREATE TABLE peripheral_data (
            device TEXT NOT NULL,
            kind TEXT NOT NULL,
            user_index INTEGER NOT NULL DEFAULT -1,
            content BLOB NOT NULL,
            changed_at INTEGER NOT NULL,
            PRIMARY KEY (device, kind, user_index)
        ) STRICT, WITHOUT ROWID;
        """

    /// Readings that a device may send again, because its last link did not end in order, and that nothing but their
    /// bytes tells from a new one.
    static let repeatTable = """
        CREATE TABLE device_repeats (
            device TEXT NOT NULL,
            twin_key TEXT NOT NULL,
            reading_key TEXT NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (device, twin_key)
        ) STRICT, WITHOUT ROWID;
        """
}
