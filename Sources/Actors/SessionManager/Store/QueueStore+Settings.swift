public import FoundationEssentials
internal import GRDB
internal import StoreEngine

extension QueueStore {
    /// What an operator set, by name; nil for nothing yet.
    public func setting(_ name: String) async throws -> Data? {
        try await writer.read { database in
            try database.rowCached(sql: "SELECT value FROM settings WHERE name = ?", arguments: [name])
                .map { try $0.value("value") }
        }
    }

    /// Saves what an operator set.
    public func set(_ value: Data, for name: String, at: Date) async throws {
        try await transaction(at: at) { step in
            try step.database.executeCached(
                sql: "INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)",
                arguments: [name, value]
            )
        }
    }
}
