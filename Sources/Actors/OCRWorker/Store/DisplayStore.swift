internal import DeliveryRules
public import FoundationEssentials
internal import GRDB
public import Outbox
public import StoreEngine

/// An OCR worker's durable store: its outbox, and the pictures of its readings.
///
/// Each call is one transaction and returns after its commit. Calls throw ``StoreError``, or `CancellationError` before
/// they start.
public struct DisplayStore: Sendable {
    /// The outbox in the same file.
    public let outbox: OutboxStore
    private var writer: GroupCommitWriter { outbox.writer }

    /// Opens or creates the file.
    public static func open(_ configuration: StoreConfiguration) async throws -> DisplayStore {
        DisplayStore(outbox: OutboxStore(writer: try await StoreFile.open(configuration, kind: .displays)))
    }

    /// Saves a reading and the name of its picture file, which must already be flushed to disk.
    ///
    /// An existing key changes nothing.
    ///
    /// - Parameters:
    ///   - file: The file's name; nil for a reading without a picture.
    ///   - size: The file's size in bytes.
    public func commit(_ reading: OutboxReading, file: String?, size: Int, at: Date) async throws {
        try await writer.write { database in
            guard try OutboxReading.save([reading], to: database, at: at) > 0, let file else { return }
            try database.executeCached(
                sql: "INSERT OR REPLACE INTO crops (reading_key, file, size) VALUES (?, ?, ?)",
                arguments: [reading.item.readingKey, file, size]
            )
        }
    }

    /// The file name and size of a reading's picture; nil for a reading without one.
    public func crop(_ readingKey: String) async throws -> (file: String, size: Int)? {
        try await writer.read { database in
            try database.rowCached(sql: "SELECT * FROM crops WHERE reading_key = ?", arguments: [readingKey]).map {
                (file: try $0.value("file"), size: try $0.value("size"))
            }
        }
    }

    /// The names of the files still needed.
    public func neededFiles() async throws -> Set<String> {
        try await writer.read { Set(try String.fetchAll($0, sql: "SELECT file FROM crops")) }
    }

    /// Closes the file.
    public func close() async throws { try await outbox.close() }
}
