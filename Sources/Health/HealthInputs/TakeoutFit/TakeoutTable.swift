internal import VitalRecords

/// One pass over a table of Google Fit, for all days or for one.
struct TakeoutTable {
    static let source = HealthSource(name: "Google Fit", manufacturer: "Google")
    private static let noon: Int64 = 43_200
    private static let prefix = "HKQuantityTypeIdentifier"

    /// The day of a daily table, from its name.
    let day: Int?
    let clock: LocalClock
    /// The days with separate tables.
    let ownTables: Set<Int>
    /// Those of them whose tables have weights.
    let weighedDays: Set<Int>
    /// Whether another file has each weight with its time.
    let hasWeights: Bool
    private var columns: TakeoutColumns?
    private var isUseless = false

    init(day: Int?, clock: LocalClock, ownTables: Set<Int>, weighedDays: Set<Int>, hasWeights: Bool) {
        self.day = day
        self.clock = clock
        self.ownTables = ownTables
        self.weighedDays = weighedDays
        self.hasWeights = hasWeights
    }

    /// Handles a row; the first one is the header.
    mutating func take(_ row: CSVReader, into writer: inout HealthWriter, sink: inout some HealthSink) {
        guard let columns else {
            let found = TakeoutColumns(CSVHeader(row))
            if found.meanings.isEmpty {
                writer.report.damage.note(
                    row.offset,
                    element: "header",
                    message: "it has no known column; its rows were left out"
                )
            }
            self.columns = found
            return
        }
        for mean in columns.means where !row.range(mean.column).isEmpty { writer.count(mean.name) }
        if let date = row.moment(0), date.second == nil {
            summary(row, day: date.day, columns: columns, into: &writer, sink: &sink)
        } else {
            period(row, columns: columns, into: &writer, sink: &sink)
        }
    }

    /// Handles a row of the table of all days, without the values that the day's own table has.
    private func summary(
        _ row: CSVReader,
        day: Int,
        columns: TakeoutColumns,
        into writer: inout HealthWriter,
        sink: inout some HealthSink
    ) {
        for (meaning, column) in columns.sorted where !row.range(column).isEmpty {
            guard let value = value(row, column: column, into: &writer) else { continue }
            let type = writer.type(Self.prefix + meaning.identifier, into: &sink)
            if meaning == .weight {
                guard !hasWeights, !weighedDays.contains(day) else {
                    repeated(meaning, in: &writer)
                    continue
                }
                // The mean of a day has no time, so it gets noon.
                let time = clock.instant(Int64(day) * 86_400 + Self.noon)
                writer.deliver(
                    draft(type, meaning: meaning, start: time, end: time, value: value),
                    at: row.offset,
                    into: &sink
                )
            } else if !ownTables.contains(day) {
                writer.count(type)
                let source = Self.source
                writer.deliver(dayTotal: value, of: type, unit: meaning.unit, on: day, source: source, into: &sink)
            }
        }
    }

    /// Handles a row of a daily table: a quarter of an hour on the day in the file name.
    private mutating func period(
        _ row: CSVReader,
        columns: TakeoutColumns,
        into writer: inout HealthWriter,
        sink: inout some HealthSink
    ) {
        guard let times = times(row, into: &writer) else { return }
        for (meaning, column) in columns.sorted where !row.range(column).isEmpty {
            guard let value = value(row, column: column, into: &writer) else { continue }
            guard meaning != .weight || !hasWeights else {
                repeated(meaning, in: &writer)
                continue
            }
            let type = writer.type(Self.prefix + meaning.identifier, into: &sink)
            // A weight is that of the moment when the quarter of an hour began, as far as the table tells.
            let end = meaning == .weight ? times.0 : times.1
            writer.deliver(
                draft(type, meaning: meaning, start: times.0, end: end, value: value),
                at: row.offset,
                into: &sink
            )
        }
    }

    private func repeated(_ meaning: TakeoutColumns.Meaning, in writer: inout HealthWriter) {
        writer.report.leftOut.note(Self.prefix + meaning.identifier, reason: .repeated)
    }

    private mutating func times(_ row: CSVReader, into writer: inout HealthWriter) -> (Int64, Int64)? {
        guard let day else {
            if !isUseless {
                writer.report.damage.note(
                    row.offset,
                    element: "file",
                    message: "only its file's name has its date, and that name is lost"
                )
            }
            isUseless = true
            return nil
        }
        let bytes = row.window.bytes
        guard let start = CivilMoment(timeOfDay: bytes.span, range: row.range(0), on: day),
            let end = CivilMoment(timeOfDay: bytes.span, range: row.range(1), on: day)
        else {
            writer.report.damage.note(row.offset, element: "row", message: "its times cannot be read; it was left out")
            return nil
        }
        let first = clock.instant(start)
        let last = clock.instant(end)
        return (first, last < first ? last + 86_400 : last)
    }

    private func value(_ row: CSVReader, column: Int, into writer: inout HealthWriter) -> DecimalNumber? {
        if let value = row.decimal(column) { return value }
        writer.report.damage.note(
            row.offset,
            element: "row",
            message: "one of its values cannot be read; that value was left out"
        )
        return nil
    }

    private func draft(
        _ type: Int,
        meaning: TakeoutColumns.Meaning,
        start: Int64,
        end: Int64,
        value: DecimalNumber
    ) -> HealthDraft {
        HealthDraft(type: type, source: Self.source, unit: meaning.unit, start: start, end: end, value: value)
    }
}
