public import Archive
internal import VitalRecords

/// Reads JSON of the app Health Auto Export, versions 1 and 2, from a file or from what was posted.
///
/// Its memory is one buffer of 256 KB at most, and the sums of days of one metric. It looks at a file twice where a
/// metric's name comes behind its points, as it does in about every second file.
///
/// Points that add up and all begin at midnight are sums of local days, by the day that the file says; others are samples.
/// A night that is told of as hours becomes stages one behind the other.
public struct AutoExportReader {
    private var writer = HealthWriter()

    /// Makes a reader for the files of one import.
    public init() {}

    /// Whether a file begins as one of this app does.
    ///
    /// - Parameter head: Its first bytes; a kilobyte is enough.
    public static func recognizes(_ head: [UInt8]) -> Bool {
        let text = InputHead.text(head)
        guard text.hasPrefix("{") else { return false }
        let known = ["\"metrics\":", "\"workouts\":", "\"data\":{"]
        return known.contains { text.contains($0) }
    }

    /// Reads a file to its end, or to where it is damaged.
    ///
    /// - Parameters:
    ///   - open: Gives the bytes of the file from its beginning; called once or twice.
    ///   - sink: Takes in what is whole.
    ///   - progress: Is told after each block how many bytes are done; throws to stop.
    /// - Returns: What was found.
    public mutating func read(
        _ open: @escaping () throws(ArchiveError) -> any ByteSource,
        into sink: inout some HealthSink,
        progress: (UInt64) throws -> Void = { _ in }
    ) throws -> HealthScanReport {
        let pass = AutoPass(writer: writer, open: open)
        let (bytes, fault) = try JSONPass.run(try open(), progress: progress) { reader in
            try pass.read(&reader, into: &sink)
        }
        pass.finish(isCut: fault != nil, &sink)
        writer = pass.writer
        return writer.finish(bytes: bytes, fault: fault)
    }
}
