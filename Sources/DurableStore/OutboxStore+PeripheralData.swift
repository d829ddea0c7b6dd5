internal import FoundationEssentials
internal import GRDB

extension OutboxStore {
    /// Stores a device's secret in the place of an older one of its kind and user.
    public func store(_ secret: PeripheralSecret, of device: String) async throws {
        try await writer.write { database in
            try database.executeCached(
                sql: """
                    INSERT OR REPLACE INTO peripheral_data (device, kind, user_index, sealed, at) VALUES (?, ?, ?, ?, ?)
                    """,
                arguments: [
                    device, secret.kind, secret.userIndex, secret.sealed, StoreTime.milliseconds(secret.at),
                ]
            )
        }
    }

    /// A device's secrets, by kind and user.
    public func secrets(of device: String) async throws -> [PeripheralSecret] {
        try await writer.read { database in
            try database.rowsCached(
                sql: "SELECT * FROM peripheral_data WHERE device = ? ORDER BY kind, user_index",
                arguments: [device]
            ).map { row in
                PeripheralSecret(
                    kind: try row.value("kind"),
                    userIndex: try row.value("user_index"),
                    sealed: try row.value("sealed"),
                    at: StoreTime.date(try row.value("at"))
                )
            }
        }
    }

    /// Forgets a device: its secrets and how far its memory is read.
    ///
    /// What its clock showed before it was set is kept: records of that time may still come.
    public func forget(device: String) async throws {
        try await writer.write { database in
            try database.executeCached(sql: "DELETE FROM peripheral_data WHERE device = ?", arguments: [device])
            try database.executeCached(sql: "DELETE FROM device_progress WHERE device = ?", arguments: [device])
        }
    }
}
