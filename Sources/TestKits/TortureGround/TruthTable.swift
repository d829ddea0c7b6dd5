internal import Foundation
internal import FoundationEssentials
package import GRDB
internal import MessageBus
package import Outbox
internal import StoreEngine

/// Records each reading committed to the outbox, in the outbox's own file and transaction.
///
/// The outbox deletes a reading once the session manager has it; this table does not. A trigger fills it, so it is
/// exact whenever the producer is killed.
package enum TruthTable {
    /// A reading committed by a producer.
    package struct Entry: Sendable, Hashable {
        /// The key of the reading.
        package let readingKey: String
        /// The device of the reading.
        package let device: String
        /// Time of the commit in milliseconds since 1970.
        package let at: Int64
        /// Time of the measurement in milliseconds since 1970; nil if unknown.
        package let measuredAt: Int64?

        /// Creates an entry.
        package init(readingKey: String, device: String, at: Int64, measuredAt: Int64?) {
            self.readingKey = readingKey
            self.device = device
            self.at = at
            self.measuredAt = measuredAt
        }
    }

    private static let tables = """
        CREATE TABLE IF NOT EXISTS truth (
            reading_key TEXT NOT NULL PRIMARY KEY, device TEXT NOT NULL, at INTEGER NOT NULL, measured TEXT
        ) STRICT;
        CREATE TRIGGER IF NOT EXISTS truth_of_outbox AFTER INSERT ON outbox BEGIN
            INSERT OR IGNORE INTO truth (reading_key, device, at, measured)
            VALUES (NEW.reading_key, json_extract(CAST(NEW.payload AS TEXT), '$.device'), NEW.created_at,
                    json_extract(CAST(NEW.payload AS TEXT), '$.timestamp'));
        END;
        """

    /// Adds table and trigger to an open outbox.
    ///
    /// - Throws: `StoreError`.
    package static func add(to store: OutboxStore) async throws {
        try await store.writer.write { try $0.execute(sql: tables) }
    }

    /// Adds table and trigger to the outbox of another process.
    ///
    /// - Returns: False if there is no outbox yet.
    /// - Throws: `DatabaseError`.
    package static func add(to path: String) async throws -> Bool {
        guard try ReadOnly.hasTable("outbox", path: path) else { return false }
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        try await DatabaseQueue(path: path, configuration: configuration).write { try $0.execute(sql: tables) }
        return true
    }

    /// The readings committed so far, and the number of readings and undecoded frames still waiting.
    ///
    /// - Parameter path: The file of the outbox, which the producer may have open.
    /// - Throws: `DatabaseError`.
    package static func read(_ path: String) throws -> (entries: [Entry], waiting: Int) {
        try ReadOnly.database(path).read { database in
            guard try database.tableExists("truth") else { return ([], 0) }
            let rows = try Row.fetchAll(database, sql: "SELECT reading_key, device, at, measured FROM truth")
            let entries = rows.map { row in
                let measured = (row[3] as String?).flatMap(WireJSON.time)
                return Entry(
                    readingKey: row[0],
                    device: row[1],
                    at: row[2],
                    measuredAt: measured.map { Int64(($0.timeIntervalSince1970 * 1_000).rounded()) }
                )
            }
            let waiting = """
                SELECT (SELECT count(*) FROM outbox) + (SELECT count(*) FROM raw_frames WHERE decoded = 0)
                """
            return (entries, try Int.fetchOne(database, sql: waiting) ?? 0)
        }
    }
}

/// Opens stores of running or ended processes for inspection.
package enum ReadOnly {
    /// Whether a file has a table; false if there is no file.
    ///
    /// - Throws: `DatabaseError`.
    package static func hasTable(_ name: String, path: String) throws -> Bool {
        guard FileManager.default.fileExists(atPath: path) else { return false }
        return try database(path).read { try $0.tableExists(name) }
    }

    /// Opens a database read-only.
    ///
    /// - Throws: `DatabaseError`.
    package static func database(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        return try DatabaseQueue(path: path, configuration: configuration)
    }
}
