public import FoundationEssentials
internal import GRDB
public import HealthInputs

/// Reads the SQLite database that Health Connect exports.
///
/// Rows are streamed, so memory is SQLite's page cache, whatever the file's size. Each app is a source; overlaps
/// between sources are resolved later.
public struct HealthConnectReader {
    /// Creates a reader.
    public init() {}

    /// Reads a database.
    ///
    /// Unreadable parts are damage; the tables before and after are delivered.
    ///
    /// - Parameters:
    ///   - path: The file, which is only read; a write-ahead log next to it is ignored.
    ///   - sink: Receives all complete elements.
    ///   - progress: Called periodically with the number of rows read; throw to stop.
    /// - Returns: The report; bytes are the file's size, and offsets are 0, because rows have none.
    /// - Throws: ``HealthInputsError`` `unreadable` for a file that is not a database, `unknownInput` for another
    ///   database.
    public func read(
        path: String,
        into sink: inout some HealthSink,
        progress: (UInt64) throws -> Void = { _ in }
    ) throws -> HealthScanReport {
        let queue = try Self.open(path)
        defer { try? queue.close() }
        var writer = HealthWriter()
        // No transaction is used, because its end could fail in a damaged file, and no other process writes to this
        // file.
        let bytes = try queue.inDatabase { database in
            var pass = try HealthConnectPass(database, writer: writer)
            try pass.run(&sink, progress)
            writer = pass.writer
            return pass.size
        }
        return writer.finish(bytes: bytes, fault: nil)
    }

    static func open(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.prepareDatabase { database in
            // The file is untrusted: nothing in its schema may execute.
            try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
            // SQLite's temporary data would go to a file in /var/tmp, where people's records must not be.
            try database.execute(sql: "PRAGMA temp_store = MEMORY")
        }
        do {
            return try DatabaseQueue(path: path, configuration: configuration)
        } catch {
            throw Self.unreadable(error)
        }
    }

    /// Converts an error of SQLite.
    static func unreadable(_ error: any Error) -> HealthInputsError {
        let code = (error as? DatabaseError).map { "\($0.resultCode)" } ?? "no database"
        return HealthInputsError(
            .unreadable,
            message: "the database of Health Connect cannot be read: SQLite says \(code); export it again"
        )
    }
}

extension HealthInput {
    /// Reads a whole input of any kind into a sink.
    ///
    /// SQLite can only read files, so a database is first copied to a private temporary file, which is removed
    /// afterwards.
    ///
    /// - Parameters:
    ///   - sink: Receives all complete elements.
    ///   - salt: A secret of the site, for the person's fingerprint.
    ///   - clock: The person's clock, for kinds that have times without a zone.
    ///   - userIndex: The user whose values to take from a device with several users; nil if it has one.
    ///   - copies: The folder for the copy; nil for the system's temporary folder.
    ///   - progress: Called after each block; throw to stop.
    /// - Returns: The report; damage is in it, not thrown.
    /// - Throws: ``HealthInputsError``, and what `progress` throws.
    public func readAll(
        into sink: inout some HealthSink,
        salt: [UInt8],
        clock: LocalClock = .utc,
        userIndex: Int? = nil,
        copies: URL? = nil,
        progress: (HealthProgress) throws -> Void = { _ in }
    ) throws -> HealthScanReport {
        guard kind == .healthConnect else {
            return try read(into: &sink, salt: salt, clock: clock, userIndex: userIndex, progress: progress)
        }
        let copy = try TemporaryCopy(of: self, in: copies) { try progress(HealthProgress(bytes: $0, elements: 0)) }
        defer { copy.remove() }
        var report = HealthScanReport()
        do {
            report = try readDatabase(copy, into: &sink, progress: progress)
        } catch let error as HealthInputsError where kinds.count > 1 {
            // An unreadable or foreign database must not stop the import of the other files.
            report.damage.note(0, element: "database", message: error.message)
            report.leftOut.note("database", reason: .unreadableFile)
        }
        if let fault = copy.fault { report.damage.note(copy.size, element: "file", message: fault) }
        try readFiles(into: &sink, clock: clock, userIndex: userIndex, report: &report, progress: progress)
        return report
    }

    private func readDatabase(
        _ copy: TemporaryCopy,
        into sink: inout some HealthSink,
        progress: (HealthProgress) throws -> Void
    ) throws -> HealthScanReport {
        var gate = GatedSink(sink, platform: kinds.count > 1 ? kind.platform : nil)
        defer { sink = gate.inner }
        var report = try HealthConnectReader().read(path: copy.path, into: &gate) { rows in
            try progress(HealthProgress(bytes: copy.size, elements: Int(clamping: rows)))
        }
        report.leftOut.add(gate.takeLeftOut())
        return report
    }
}
