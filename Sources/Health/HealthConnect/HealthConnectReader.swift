public import FoundationEssentials
internal import GRDB
public import HealthInputs

/// Reads the database (SQLite) that Health Connect exports.
///
/// Rows stream, so that its memory is SQLite's few pages, whatever the file's size. Apps are sources of their own; which of
/// them counts where they overlap is decided behind this.
public struct HealthConnectReader {
    /// Makes a reader.
    public init() {}

    /// Whether a file begins as a database does; only opening it tells whose it is.
    ///
    /// - Parameter head: Its first bytes; 16 are enough.
    public static func recognizes(_ head: [UInt8]) -> Bool {
        head.starts(with: Array("SQLite format 3".utf8) + [0])
    }

    /// Reads a database.
    ///
    /// What cannot be read of it is damage; the tables before and behind it are delivered.
    ///
    /// - Parameters:
    ///   - path: The file, which is only read. It is the file alone: what a log beside it holds is not read.
    ///   - sink: Takes in what is whole.
    ///   - progress: Is told now and then how many rows are done; throws to stop.
    /// - Returns: What was found; bytes are the file's size, offsets are nought because rows have none.
    /// - Throws: ``HealthInputsError`` with `unreadable` for what is no database, with `unknownInput` for another one.
    public func read(
        path: String,
        into sink: inout some HealthSink,
        progress: (UInt64) throws -> Void = { _ in }
    ) throws -> HealthScanReport {
        let queue = try Self.open(path)
        defer { try? queue.close() }
        var writer = HealthWriter()
        // Without a transaction, whose end is one more thing that fails in a damaged file; nobody else writes to it.
        let bytes = try queue.inDatabase { database in
            var pass = try HealthConnectPass(database, writer)
            try pass.run(&sink, progress)
            writer = pass.writer
            return pass.size
        }
        return writer.finish(bytes: bytes, fault: nil)
    }

    private static func open(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.prepareDatabase { database in
            // The file is a stranger's: nothing in its schema may do anything.
            try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
        }
        do {
            return try DatabaseQueue(path: path, configuration: configuration)
        } catch {
            throw Self.unreadable(error)
        }
    }

    /// What an error of SQLite means here.
    static func unreadable(_ error: any Error) -> HealthInputsError {
        let code = (error as? DatabaseError).map { "\($0.resultCode)" } ?? "no database"
        return HealthInputsError(
            code: .unreadable,
            message: "the database of Health Connect cannot be read: SQLite says \(code); export it again"
        )
    }
}

extension HealthInput {
    /// Reads all of it into a sink, whatever its kind.
    ///
    /// SQLite reads files only, so a database is copied to a private temporary one first, which is removed afterwards.
    ///
    /// - Parameters:
    ///   - sink: Takes in what is whole.
    ///   - salt: A secret of the site, for the person's fingerprint.
    ///   - clock: The person's clock, for kinds that have times without a zone.
    ///   - copies: Where the copy is made; nil for the system's temporary folder.
    ///   - progress: Is told how far it is after each block; throws to stop.
    /// - Returns: What was found; damage is there, not thrown.
    /// - Throws: ``HealthInputsError``, and what `progress` throws.
    public func readAll(
        into sink: inout some HealthSink,
        salt: [UInt8],
        clock: LocalClock = .utc,
        copies: URL? = nil,
        progress: (HealthProgress) throws -> Void = { _ in }
    ) throws -> HealthScanReport {
        guard kind == .healthConnect else {
            return try read(into: &sink, salt: salt, clock: clock, progress: progress)
        }
        let copy = try TemporaryCopy(of: self, in: copies) { try progress(HealthProgress(bytes: $0, elements: 0)) }
        defer { copy.remove() }
        var report = try HealthConnectReader().read(path: copy.path, into: &sink) { rows in
            try progress(HealthProgress(bytes: copy.size, elements: Int(clamping: rows)))
        }
        if let fault = copy.fault { report.damage.note(copy.size, "file", fault) }
        return report
    }
}
