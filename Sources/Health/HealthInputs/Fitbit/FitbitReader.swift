public import Archive
internal import HealthTypes
internal import VitalRecords

/// Reads the Fitbit part of Google Takeout: steps, heart rate, resting heart rate, sleep, weight and workouts.
///
/// It needs one buffer of at most 256 KB, and the nights of tables. Files from before an account's move to Google
/// Health are JSON: there the times of numbers are in UTC, but those of nights and weights are local. Numbers by the
/// minute look the same in all files, so the file name identifies them; distances and energy by the minute are only
/// counted.
///
/// Later files are tables. If both have a day, the table's values count. So tables are read first, see ``isTable(_:)``,
/// and ``finish(into:)`` delivers their nights.
public struct FitbitReader {
    private var writer = HealthWriter()
    private let clock: LocalClock
    private let weightUnit: FitbitWeightUnit?
    private var state = GoogleHealthState()

    /// Creates a reader for the files of one import.
    ///
    /// - Parameters:
    ///   - clock: The person's clock.
    ///   - weightUnit: The account's weight unit; nil infers it from the body mass index next to each weight.
    public init(clock: LocalClock, weightUnit: FitbitWeightUnit? = nil) {
        self.clock = clock
        self.weightUnit = weightUnit
    }

    /// Whether a file begins like a Fitbit file.
    ///
    /// - Parameter head: The first bytes; a kilobyte suffices.
    public static func recognizes(_ head: [UInt8]) -> Bool {
        let text = InputHead.text(head)
        guard text.hasPrefix("[{") else { return GoogleHealthTable.recognizes(head) }
        if text.contains("\"dateTime\":"), text.contains("\"value\":") { return true }
        guard text.contains("\"logId\":") else { return false }
        return ["\"dateOfSleep\":", "\"weight\":", "\"activityName\":"].contains { text.contains($0) }
    }

    /// Reads a file to its end, or to where it is damaged.
    ///
    /// - Parameters:
    ///   - source: The bytes of the file.
    ///   - name: The file name, which identifies numbers by the minute.
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
        guard source.first == UInt8(ascii: "[") || source.first == UInt8(ascii: "{") else {
            return try readTable(source, named: name, into: &sink, progress: progress)
        }
        var pass = FitbitPass(
            writer: writer,
            series: Self.series(name),
            clock: clock,
            weightUnit: weightUnit,
            taken: state.days
        )
        let (bytes, fault) = try JSONPass.run(source, progress: progress) { reader in
            try reader.elements { reader in
                let entry = try FitbitEntry(&reader)
                pass.take(entry, into: &sink)
            }
        }
        writer = pass.writer
        return writer.finish(bytes: bytes, fault: fault)
    }

    /// Whether a file's name is that of a later table, which is read before older files of the same days.
    public static func isTable(_ name: String) -> Bool {
        name.lowercased().hasSuffix(".csv") && !GoogleHealthTable.isOxygen(named: name)
    }

    /// Delivers the nights of all tables read.
    ///
    /// - Returns: The parts that were left out.
    public mutating func finish(into sink: inout some HealthSink) -> HealthLeftOut {
        var leftOut = HealthLeftOut()
        let repeated = state.deliver(&writer, into: &sink)
        if repeated > 0 { leftOut.note(HealthIdentifier.sleep, reason: .repeated, count: repeated) }
        return leftOut
    }

    private mutating func readTable(
        _ source: PeekedSource,
        named name: String,
        into sink: inout some HealthSink,
        progress: (UInt64) throws -> Void
    ) throws -> HealthScanReport {
        var pass: GoogleHealthPass?
        let (bytes, fault) = try CSVPass.run(source, progress: progress) { reader in
            while try reader.next(&writer.report.damage) {
                guard !reader.isCut else { return CSVPass.cut(reader) }
                guard pass != nil else {
                    pass = GoogleHealthPass(CSVHeader(reader), named: name, clock: clock)
                    continue
                }
                pass?.take(reader, state: &state, into: &writer, sink: &sink)
            }
            return nil
        }
        return writer.finish(bytes: bytes, fault: fault)
    }

    private static func series(_ name: String) -> FitbitPass.Series {
        let file = String((name.split(separator: "/").last ?? "").lowercased().prefix { $0.isLetter || $0 == "_" })
        if file == "steps" { return .steps }
        let counted = [
            "distance", "calories", "altitude", "lightly_active_minutes", "moderately_active_minutes",
            "very_active_minutes", "sedentary_minutes",
        ]
        return counted.contains(file) ? .counted("Fitbit \(file)") : .unknown
    }
}
