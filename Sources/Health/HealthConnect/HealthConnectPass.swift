internal import GRDB
internal import HealthInputs
internal import VitalRecords

/// One pass over a Health Connect database.
struct HealthConnectPass {
    private static let rowsAtOnce: UInt64 = 1_000

    let database: Database
    var writer: HealthWriter
    /// The size of the database in bytes.
    let size: UInt64
    private let columns: [String: Set<String>]
    private var sources: [Int64: HealthSource] = [:]
    private var rows: UInt64 = 0
    private var lastOffset: Int64?
    /// The tables whose rows become records.
    private var used: Set<String> = []

    /// - Throws: ``HealthInputsError``.
    init(_ database: Database, writer: HealthWriter) throws {
        self.database = database
        self.writer = writer
        do {
            columns = try Self.columns(database)
            let pages = try Int64.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            let pageSize = try Int64.fetchOne(database, sql: "PRAGMA page_size") ?? 0
            size = UInt64(clamping: pages) * UInt64(clamping: pageSize)
        } catch {
            throw HealthConnectReader.unreadable(error)
        }
        guard columns["application_info_table"] != nil, columns.keys.contains(where: { $0.hasSuffix("_record_table") })
        else {
            if let foreign = ForeignFile.database(columns.keys) { throw foreign.error }
            throw HealthInputsError(
                .unknownInput,
                message: "the file is a database, but not from Health Connect: it has no application_info_table"
            )
        }
    }

    /// Reads all tables.
    mutating func run(_ sink: inout some HealthSink, _ progress: (UInt64) throws -> Void) throws {
        try each("application_info_table", selection: "SELECT row_id, app_name, package_name", progress) { pass, row in
            guard let id = pass.integer(row["row_id"]), pass.sources.count < 100_000 else { return }
            let name = pass.text(row["app_name"]) ?? pass.text(row["package_name"]) ?? "Health Connect"
            pass.sources[id] = HealthSource(name: name.cut(toBytes: 256), model: pass.text(row["package_name"]))
        }
        for table in HealthConnectTable.all { try numbers(table, into: &sink, progress) }
        try heartRates(&sink, progress)
        try pressures(&sink, progress)
        try nights(&sink, progress)
        try workouts(&sink, progress)
        try mindfulness(&sink, progress)
        countUnused()
    }

    /// Counts the rows of tables that do not become records.
    private mutating func countUnused() {
        let suffix = "_record_table"
        for table in columns.keys.sorted() where table.hasSuffix(suffix) && !used.contains(table) {
            // Absent is nil: a table that cannot be read has no rows that could be used.
            guard let count = try? Int.fetchOne(database, sql: "SELECT COUNT(*) FROM \(table)"), count > 0 else {
                continue
            }
            writer.count("Health Connect " + table.dropLast(suffix.count), times: count)
        }
    }

    private static func columns(_ database: Database) throws -> [String: Set<String>] {
        // A view could be made to run forever, so only tables are read.
        let names = try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' LIMIT 1000")
        var found: [String: Set<String>] = [:]
        for name in names where name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) {
            found[name] = Set(try database.columns(in: name).map(\.name))
        }
        return found
    }

    /// Whether a table has all of the columns.
    func has(_ table: String, names: [String]) -> Bool {
        columns[table].map { known in names.allSatisfy(known.contains) } ?? false
    }

    /// Iterates over the rows of a selection if its table exists; unreadable rows are damage.
    mutating func each(
        _ table: String,
        of parent: String? = nil,
        selection: String,
        _ progress: (UInt64) throws -> Void,
        _ body: (inout HealthConnectPass, Row) -> Void
    ) throws {
        guard columns[table] != nil else { return }
        used.formUnion([table] + (parent.map { [$0] } ?? []))
        let from = selection.contains(" FROM ") ? "" : " FROM \(table)"
        do {
            let cursor = try Row.fetchCursor(database, sql: selection + from)
            while let row = try cursor.next() {
                body(&self, row)
                rows += 1
                if rows % Self.rowsAtOnce == 0 { try progress(rows) }
            }
        } catch let error as DatabaseError {
            let message = "it cannot be read: SQLite says \(error.resultCode); its rows up to this point were imported"
            writer.report.damage.note(0, element: table, message: message)
        }
    }

    /// The app that wrote a row.
    func source(_ row: Row) -> HealthSource {
        let id = row.hasColumn("app_info_id") ? integer(row["app_info_id"]) : nil
        return id.flatMap { sources[$0] } ?? HealthSource(name: "Health Connect")
    }

    /// Converts a time column from milliseconds to seconds.
    func seconds(_ value: DatabaseValue) -> Int64? { integer(value).map { $0 / 1_000 } }

    /// Emits a zone hint when the phone's UTC offset changes.
    mutating func hint(_ offset: DatabaseValue, at time: Int64, into sink: inout some HealthSink) {
        guard let offset = integer(offset), offset != lastOffset, offset.magnitude <= 18 * 3_600 else { return }
        lastOffset = offset
        sink.receive(.zoneHint(ZoneHint(time: time, zone: .clock(Int(offset + 86_400) % 86_400))))
    }

    // MARK: Values

    /// An integer column.
    func integer(_ value: DatabaseValue) -> Int64? {
        if case .int64(let number) = value.storage { return number }
        return nil
    }

    /// An integer in a column of integers or of text.
    func number(_ value: DatabaseValue) -> Int64? { integer(value) ?? text(value).flatMap { Int64($0) } }

    /// A numeric column, with the fewest digits that identify the value.
    func decimal(_ value: DatabaseValue) -> DecimalNumber? {
        switch value.storage {
        case .int64(let number): DecimalNumber(number)
        case .double(let number): DecimalNumber("\(number)")?.withoutTrailingFractionZeros
        default: nil
        }
    }

    /// A text column; nil for an empty text.
    func text(_ value: DatabaseValue) -> String? {
        if case .string(let text) = value.storage { return text.isEmpty ? nil : text }
        return nil
    }
}
