public import Archive
internal import VitalRecords

/// Reads CSV tables of Samsung Health: steps, sleep, heart rate, weight and more.
///
/// It needs one buffer of at most 256 KB and one number for each day. Times are in UTC with a separate offset; days are
/// local. Among a day's rows, the one for all sources counts.
public struct SamsungHealthReader {
    private var writer = HealthWriter()
    private var stages = SamsungStages()

    /// Creates a reader for the files of one import.
    ///
    /// Tables of sleep stages must come first, see ``isStages(_:)``: of a night with stages, the table of nights
    /// contributes only the time in bed.
    public init() {}

    /// Whether a file begins like a table of Samsung Health.
    ///
    /// - Parameter head: The first bytes; a kilobyte suffices.
    public static func recognizes(_ head: [UInt8]) -> Bool { tableName(head) != nil }

    /// Whether a file begins like the table of sleep stages.
    public static func isStages(_ head: [UInt8]) -> Bool {
        tableName(head).map { SamsungTable(named: $0).shape == .stages } ?? false
    }

    /// Reads a table to its end, or to where it is damaged.
    ///
    /// - Parameters:
    ///   - source: The bytes of the file.
    ///   - sink: Receives all complete elements.
    ///   - progress: Called after each block with the number of bytes read; throw to stop.
    /// - Returns: The report of the pass.
    public mutating func read(
        _ source: some ByteSource,
        into sink: inout some HealthSink,
        progress: (UInt64) throws -> Void = { _ in }
    ) throws -> HealthScanReport {
        var pass: SamsungPass?
        let (bytes, fault) = try CSVPass.run(source, progress: progress) { reader in
            while try reader.next(&writer.report.damage) {
                guard pass != nil else {
                    pass = SamsungPass(name: reader.text(0), stages: stages)
                    continue
                }
                guard !reader.isCut || pass?.isWhole(reader) == true else { return CSVPass.cut(reader) }
                pass?.take(reader, into: &writer, sink: &sink)
            }
            return nil
        }
        pass?.finish(&writer, into: &sink)
        if let pass { stages = pass.stages }
        return writer.finish(bytes: bytes, fault: fault)
    }

    private static func tableName(_ head: [UInt8]) -> String? {
        let lines = InputHead.lines(head)
        guard let first = lines.first, first.hasPrefix("com.samsung."), !first.contains(";"), lines.count > 1 else {
            return nil
        }
        return first.split(separator: ",").first.map(String.init)
    }
}
