public import Archive
internal import VitalRecords

/// Reads Google Fit's part of Google Takeout: the table of all days, the tables of single days, and sessions (JSON).
///
/// Its memory is one buffer of 256 KB at most. Of a day that has a table of its own the steps, the distance and the minutes
/// come from that one, as samples, and not from the table of all days, so that nothing counts twice. Energy is what the
/// body burned in all, which no type of HealthKit is, and is left out. A cell that is empty says nothing.
public struct TakeoutFitReader {
    private var writer = HealthWriter()
    private let clock: LocalClock
    private let days: Set<Int>

    /// Makes a reader for the files of one import.
    ///
    /// - Parameters:
    ///   - days: The days that have tables of their own, see ``day(ofName:)``.
    ///   - clock: The person's clock, for the mean weight of a day, which is put at noon.
    public init(days: Set<Int>, clock: LocalClock) {
        self.days = days
        self.clock = clock
    }

    /// The day of a table, as its name has it: `…/2026-03-25.csv`; nil for other names.
    ///
    /// - Returns: Days since 1 January 1970.
    public static func day(ofName name: String) -> Int? {
        let file = name.split(separator: "/").last ?? ""
        guard file.lowercased().hasSuffix(".csv"), let moment = CivilMoment(String(file.prefix(10))) else { return nil }
        return moment.second == nil ? moment.day : nil
    }

    /// Whether a file begins as one of Google Fit does.
    ///
    /// - Parameter head: Its first bytes; a kilobyte is enough.
    public static func recognizes(_ head: [UInt8]) -> Bool {
        let text = InputHead.text(head)
        if text.hasPrefix("{") { return text.contains("\"fitnessActivity\":") }
        let lines = InputHead.lines(head)
        guard lines.count > 1, lines[0].contains(","), let cell = lines[1].split(separator: ",").first else {
            return false
        }
        let bytes = Array(cell.utf8)
        let range = ByteRange(0, bytes.count)
        if let date = CivilMoment(bytes.span, range), date.second == nil {
            return lines[0].contains("(kcal)") || lines[0].contains("(m)")
        }
        return CivilMoment(timeOfDay: bytes.span, range, on: 0)?.offset != nil
    }

    /// Reads a file to its end, or to where it is damaged.
    ///
    /// - Parameters:
    ///   - source: The bytes of the file.
    ///   - name: The file's name: the date of a day's table is nowhere else.
    ///   - sink: Takes in what is whole.
    ///   - progress: Is told after each block how many bytes are done; throws to stop.
    /// - Returns: What was found.
    public mutating func read(
        _ source: some ByteSource,
        named name: String,
        into sink: inout some HealthSink,
        progress: (UInt64) throws -> Void = { _ in }
    ) throws -> HealthScanReport {
        let source = PeekedSource(source)
        guard source.first != UInt8(ascii: "{") else {
            let (bytes, fault) = try JSONPass.run(source, progress: progress) { reader in
                try TakeoutSession(&reader).deliver(&writer, &sink)
            }
            return writer.finish(bytes: bytes, fault: fault)
        }
        var table = TakeoutTable(day: Self.day(ofName: name), clock: clock, ownTables: days)
        let (bytes, fault) = try CSVPass.run(source, progress: progress) { reader in
            while try reader.next(&writer.report.damage) {
                guard !reader.isCut else { return CSVPass.cut(reader) }
                table.take(reader, &writer, &sink)
            }
            return nil
        }
        return writer.finish(bytes: bytes, fault: fault)
    }
}
