public import Archive
internal import VitalRecords

/// Reads FIT files of Garmin and others: daily totals, heart rate, workouts, sleep, weight and blood pressure.
///
/// It needs one buffer of at most 256 KB and a few numbers for each day. A file is read twice, because of its checksum.
/// A file with a wrong checksum is reported, and rejected unless its records are complete. A truncated one is read up
/// to its end.
/// Several files may be concatenated.
///
/// Counters start at midnight in each file of a day, so ``finish(into:)`` delivers the days.
public struct FITReader {
    private var writer = HealthWriter()
    private var days = FITDays()

    private let userIndex: Int?

    /// Creates a reader for the files of one import.
    ///
    /// - Parameter userIndex: The user whose values to take from a device with several users; nil takes all.
    public init(userIndex: Int? = nil) {
        self.userIndex = userIndex
    }

    /// Whether a file begins like a FIT file.
    ///
    /// - Parameter head: The first bytes; 14 suffice.
    public static func recognizes(_ head: [UInt8]) -> Bool {
        head.count >= 12 && (12...14).contains(head[0]) && Array(head[8..<12]) == Array(".FIT".utf8)
    }

    /// Reads a file to its end, or to where it is damaged.
    ///
    /// - Parameters:
    ///   - open: Returns the bytes of the file from the start; called two or three times.
    ///   - sink: Receives all complete elements.
    ///   - progress: Called after each block with the number of bytes read; throw to stop.
    /// - Returns: The report of the pass.
    public mutating func read(
        _ open: () throws(ArchiveError) -> any ByteSource,
        into sink: inout some HealthSink,
        progress: (UInt64) throws -> Void = { _ in }
    ) throws -> HealthScanReport {
        var check = try FITCheck(ByteWindow(try open()) { _ in })
        if check.isDoubtful { try check.examine(ByteWindow(try open()) { _ in }) }
        let source = try open()
        return try withoutActuallyEscaping(progress) { progress in
            var decoder = FITDecoder(ByteWindow(source, progress: progress))
            var fault: InputFault?
            do {
                try read(&decoder, check: check, into: &sink)
            } catch let found as InputFault {
                let message = decoder.window.failure?.message ?? found.message
                fault = InputFault(offset: found.offset, message: message)
            }
            return writer.finish(bytes: decoder.window.offset, fault: fault)
        }
    }

    /// Delivers the daily totals of all files read.
    public mutating func finish(into sink: inout some HealthSink) {
        days.deliver(&writer, into: &sink)
        days = FITDays()
    }

    private mutating func read(_ decoder: inout FITDecoder, check: FITCheck, into sink: inout some HealthSink) throws {
        var index = 0
        while try decoder.nextFile() {
            let finding = check.findings.indices.contains(index) ? check.findings[index] : .cut
            index += 1
            note(finding, at: decoder.window.offset)
            guard finding != .changed else {
                try decoder.skipFile()
                continue
            }
            var pass = FITPass(userIndex: userIndex)
            defer { pass.finish(into: &writer, sink: &sink) }
            while let message = try decoder.next() { pass.take(message, days: &days, into: &writer, sink: &sink) }
        }
    }

    private mutating func note(_ finding: FITCheck.Finding, at offset: UInt64) {
        let message: String
        switch finding {
        case .whole, .cut: return
        case .unchecked: message = "its checksum was never written; it was read anyway"
        case .mismatched: message = "its checksum is wrong, but its records are complete and were read"
        case .changed: message = "its checksum is wrong, and its records are inconsistent; the file was not imported"
        }
        writer.report.damage.note(offset, element: "file", message: message)
    }
}

/// The device that wrote a FIT file, from its first message.
enum FITSource {
    /// Makes the source from the manufacturer's name and the product number, the only facts in the file.
    static func source(_ message: FITMessage) -> HealthSource {
        let maker = message[1].map { makers[$0] ?? "FIT maker \($0)" } ?? "FIT device"
        let name = message[2].map { "\(maker) \($0)" } ?? maker
        // 9 is a weight file.
        let kind: HealthSource.Kind = message[0] == 9 ? .other : .watch
        return HealthSource(name: name, kind: kind, manufacturer: maker, model: message[2].map { "\($0)" })
    }

    private static let makers: [Int64: String] = [
        1: "Garmin", 13: "Dynastream", 15: "Dynastream", 23: "Suunto", 32: "Wahoo Fitness", 38: "OSynce", 123: "Polar",
        255: "Development", 260: "Zwift", 265: "Strava", 289: "Hammerhead", 294: "Coros",
    ]
}
