public import Archive
internal import VitalRecords

/// Reads JSON of the app Health Auto Export, versions 1 and 2, from a file or a POST body.
///
/// It needs one buffer of at most 256 KB and the daily sums of one metric. It reads a file twice if a metric's name
/// comes after its points, as in about half of all files.
///
/// Cumulative points that all start at midnight are sums of the local days that the file names; others are samples. A
/// night given as hours becomes consecutive stages.
public struct AutoExportReader {
    private var writer = HealthWriter()

    /// Creates a reader for the files of one import.
    public init() {}

    /// Whether a file begins like a file of this app.
    ///
    /// - Parameter head: The first bytes; a kilobyte suffices.
    public static func recognizes(_ head: [UInt8]) -> Bool {
        let text = InputHead.text(head)
        // Other programs have a list named `data`.
        guard text.hasPrefix("{"), !text.hasPrefix("{\"data\":[") else { return false }
        if text.hasPrefix("{\"data\":{}") || text.hasPrefix("{\"data\":null") { return true }
        return lists.contains { text.contains("\"\($0)\":[") || text.contains("\"\($0)\":null") }
    }

    /// The app's lists, at least one of which is in every file.
    private static let lists = [
        "metrics", "workouts", "symptoms", "ecg", "stateOfMind", "cycleTracking", "medications",
        "heartRateNotifications",
    ]

    /// Reads a file to its end, or to where it is damaged.
    ///
    /// - Parameters:
    ///   - open: Returns the bytes of the file from the start; called once or twice.
    ///   - sink: Receives all complete elements.
    ///   - progress: Called after each block with the number of bytes read; throw to stop.
    /// - Returns: The report of the pass.
    public mutating func read(
        _ open: @escaping () throws(ArchiveError) -> any ByteSource,
        into sink: inout some HealthSink,
        progress: (UInt64) throws -> Void = { _ in }
    ) throws -> HealthScanReport {
        let pass = AutoPass(writer: writer, open: open)
        let (bytes, fault) = try JSONPass.run(try open(), progress: progress) { reader in
            try pass.read(&reader, into: &sink)
        }
        pass.finish(isCut: fault != nil, into: &sink)
        writer = pass.writer
        return writer.finish(bytes: bytes, fault: fault)
    }
}
