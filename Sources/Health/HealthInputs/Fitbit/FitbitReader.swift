public import Archive
internal import VitalRecords

/// Reads the Fitbit part of Google Takeout (JSON): steps, heart rate, resting heart rate, sleep, weight and workouts.
///
/// It needs one buffer of at most 256 KB. Times of numbers are in UTC, those of nights and weights are local. Numbers
/// by the minute look alike in all files, so the file name tells which they are; distances and energy by the minute are
/// counted only.
public struct FitbitReader {
    private var writer = HealthWriter()
    private let clock: LocalClock
    private let weightUnit: FitbitWeightUnit?

    /// Makes a reader for the files of one import.
    ///
    /// - Parameters:
    ///   - clock: The person's clock.
    ///   - weightUnit: The account's weight unit; nil infers it from the body mass index beside each weight.
    public init(clock: LocalClock, weightUnit: FitbitWeightUnit? = nil) {
        self.clock = clock
        self.weightUnit = weightUnit
    }

    /// Whether a file begins as one of Fitbit does.
    ///
    /// - Parameter head: The first bytes; a kilobyte suffices.
    public static func recognizes(_ head: [UInt8]) -> Bool {
        let text = InputHead.text(head)
        guard text.hasPrefix("[{") else { return false }
        if text.contains("\"dateTime\":"), text.contains("\"value\":") { return true }
        guard text.contains("\"logId\":") else { return false }
        return ["\"dateOfSleep\":", "\"weight\":", "\"activityName\":"].contains { text.contains($0) }
    }

    /// Reads a file to its end, or to where it is damaged.
    ///
    /// - Parameters:
    ///   - source: The bytes of the file.
    ///   - name: The file name, which tells what numbers by the minute are.
    ///   - sink: Receives all complete elements.
    ///   - progress: Called after each block with the number of bytes read; throw to stop.
    /// - Returns: The report of the pass.
    public mutating func read(
        _ source: some ByteSource,
        named name: String,
        into sink: inout some HealthSink,
        progress: (UInt64) throws -> Void = { _ in }
    ) throws -> HealthScanReport {
        var pass = FitbitPass(writer: writer, series: Self.series(name), clock: clock, weightUnit: weightUnit)
        let (bytes, fault) = try JSONPass.run(source, progress: progress) { reader in
            try reader.elements { reader in
                let entry = try FitbitEntry(&reader)
                pass.take(entry, into: &sink)
            }
        }
        writer = pass.writer
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
