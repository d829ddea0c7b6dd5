public import Archive
internal import VitalRecords

/// Reads the Google Fit part of Google Takeout: the table of all days, the daily tables, sessions and all data (JSON).
///
/// It needs one buffer of at most 256 KB. If a day has a separate table, steps, distance, minutes and weights are taken
/// from it as samples and not from the table of all days, so nothing counts twice. The folder `All Data` has data that
/// tables lack: heart rates, weights with their times, blood pressures, food; its sums are used only if there is no
/// table. Energy is total expenditure, for which HealthKit has no type, so it is left out. An empty cell means no data.
public struct TakeoutFitReader {
    private var writer = HealthWriter()
    private let clock: LocalClock
    private let days: Set<Int>
    private let weighedDays: Set<Int>
    private let choice: TakeoutData.Choice

    /// Creates a reader for the files of one import.
    ///
    /// - Parameters:
    ///   - days: The days with separate tables, see ``day(ofName:)``.
    ///   - weighedDays: Those of them whose tables have a column of weights.
    ///   - clock: The person's clock, for a day's mean weight, which gets the time of noon.
    public init(days: Set<Int>, weighedDays: Set<Int> = [], clock: LocalClock) {
        let choice = TakeoutData.Choice([], hasTables: !days.isEmpty)
        self.init(days: days, weighedDays: weighedDays, clock: clock, choice: choice)
    }

    private init(days: Set<Int>, weighedDays: Set<Int>, clock: LocalClock, choice: TakeoutData.Choice) {
        self.days = days
        self.weighedDays = weighedDays
        self.clock = clock
        self.choice = choice
    }

    /// Creates a reader for some files, and inspects them so that repeated data counts only once.
    init(_ files: [HealthFile], clock: LocalClock) {
        let streams = files.filter { $0.name.lowercased().hasSuffix(".json") }.compactMap {
            TakeoutData.Stream(head: $0.head)
        }
        let days = files.compactMap { file in Self.day(ofName: file.name).map { (day: $0, head: file.head) } }
        self.init(
            days: Set(days.map(\.day)),
            weighedDays: Set(days.filter { TakeoutColumns.haveWeights($0.head) }.map(\.day)),
            clock: clock,
            choice: TakeoutData.Choice(streams, hasTables: files.contains { $0.name.lowercased().hasSuffix(".csv") })
        )
    }

    /// The day of a table by its file name, `…/2026-03-25.csv`; nil for other names.
    ///
    /// - Returns: Days since 1 January 1970.
    public static func day(ofName name: String) -> Int? {
        let file = name.split(separator: "/").last ?? ""
        guard file.lowercased().hasSuffix(".csv"), let moment = CivilMoment(String(file.prefix(10))) else { return nil }
        return moment.second == nil ? moment.day : nil
    }

    /// Whether a file begins like a Google Fit file.
    ///
    /// - Parameter head: The first bytes; a kilobyte suffices.
    public static func recognizes(_ head: [UInt8]) -> Bool {
        let text = InputHead.text(head)
        if text.hasPrefix("{") {
            return text.contains("\"fitnessActivity\":")
                || (text.hasPrefix("{\"DataSource\":") && text.contains("\"DataPoints\":"))
        }
        let lines = InputHead.lines(head)
        guard lines.count > 1, lines[0].contains(","), let cell = lines[1].split(separator: ",").first else {
            return false
        }
        let bytes = Array(cell.utf8)
        let range = ByteRange(0, end: bytes.count)
        if let date = CivilMoment(bytes.span, range: range), date.second == nil {
            return TakeoutColumns.areDays(lines[0])
        }
        return CivilMoment(timeOfDay: bytes.span, range: range, on: 0)?.offset != nil
    }

    /// Reads a file to its end, or to where it is damaged.
    ///
    /// - Parameters:
    ///   - source: The bytes of the file.
    ///   - name: The file name; a daily table has its date only there.
    ///   - sink: Receives all complete elements.
    ///   - progress: Called after each block with the number of bytes read; throw to stop.
    /// - Returns: The report of the pass.
    public mutating func read(
        _ source: some ByteSource,
        named name: String,
        into sink: inout some HealthSink,
        progress: (UInt64) throws -> Void = { _ in }
    ) throws -> HealthScanReport {
        let source = PeekedSource(source)
        guard source.first != UInt8(ascii: "{") else {
            var pass = TakeoutDataPass(choice)
            let (bytes, fault) = try JSONPass.run(source, progress: progress) { reader in
                if source.contains("\"Data Points\"") {
                    try pass.read(&reader, into: &writer, sink: &sink)
                } else {
                    try TakeoutSession(&reader).deliver(&writer, into: &sink)
                }
            }
            return writer.finish(bytes: bytes, fault: fault)
        }
        var table = TakeoutTable(
            day: Self.day(ofName: name),
            clock: clock,
            ownTables: days,
            weighedDays: weighedDays,
            hasWeights: choice.has(TakeoutData.weight)
        )
        let (bytes, fault) = try CSVPass.run(source, progress: progress) { reader in
            while try reader.next(&writer.report.damage) {
                guard !reader.isCut else { return CSVPass.cut(reader) }
                table.take(reader, into: &writer, sink: &sink)
            }
            return nil
        }
        return writer.finish(bytes: bytes, fault: fault)
    }
}
