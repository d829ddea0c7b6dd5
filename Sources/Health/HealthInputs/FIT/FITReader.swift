public import Archive
internal import VitalRecords

/// Reads FIT files of Garmin and others: days' counts, heart rate, workouts, weights, blood pressure.
///
/// Its memory is one buffer of 256 KB at most, and a few numbers for each day. A file is looked at twice: one whose checksum
/// is wrong gives nothing, because a changed value looks like any other one; one that ends early is read up to there.
/// Several files can stand one behind the other in one.
///
/// Devices count from midnight on, in each file of a day anew, so that days are handed over by ``finish(into:)`` only.
public struct FITReader {
    private var writer = HealthWriter()
    private var days = FITDays()

    /// Makes a reader for the files of one import.
    public init() {}

    /// Whether a file begins as a FIT file does.
    ///
    /// - Parameter head: Its first bytes; 14 are enough.
    public static func recognizes(_ head: [UInt8]) -> Bool {
        head.count >= 12 && (12...14).contains(head[0]) && Array(head[8..<12]) == Array(".FIT".utf8)
    }

    /// Reads a file to its end, or to where it is damaged.
    ///
    /// - Parameters:
    ///   - open: Gives the bytes of the file from its beginning; called twice.
    ///   - sink: Takes in what is whole.
    ///   - progress: Is told after each block how many bytes are done; throws to stop.
    /// - Returns: What was found.
    public mutating func read(
        _ open: () throws(ArchiveError) -> any ByteSource,
        into sink: inout some HealthSink,
        progress: (UInt64) throws -> Void = { _ in }
    ) throws -> HealthScanReport {
        let check = try FITCheck(ByteWindow(try open()) { _ in })
        let source = try open()
        return try withoutActuallyEscaping(progress) { progress in
            var decoder = FITDecoder(ByteWindow(source, progress: progress))
            var fault: InputFault?
            do {
                try read(&decoder, check, &sink)
            } catch let found as InputFault {
                let message = decoder.window.failure?.message ?? found.message
                fault = InputFault(offset: found.offset, message: message)
            }
            return writer.finish(bytes: decoder.window.offset, fault: fault)
        }
    }

    /// Hands over the sums of the days of all files that were read.
    public mutating func finish(into sink: inout some HealthSink) {
        days.deliver(&writer, &sink)
        days = FITDays()
    }

    private mutating func read(_ decoder: inout FITDecoder, _ check: FITCheck, _ sink: inout some HealthSink) throws {
        var index = 0
        while try decoder.nextFile() {
            let finding = check.findings.indices.contains(index) ? check.findings[index] : .cut
            index += 1
            guard finding != .changed else {
                let start = decoder.window.offset
                writer.report.damage.note(start, "file", "its checksum is wrong; nothing of it was taken")
                try decoder.skipFile()
                continue
            }
            var pass = FITPass()
            while let message = try decoder.next() { pass.take(message, &days, &writer, &sink) }
        }
    }
}

/// The device that wrote a FIT file, by its first message.
enum FITSource {
    /// The source: the maker's name and the product's number, which is all that the file has.
    static func source(_ message: FITMessage) -> HealthSource {
        let maker = message[1].map { makers[$0] ?? "FIT maker \($0)" } ?? "FIT device"
        let name = message[2].map { "\(maker) \($0)" } ?? maker
        // 9 is a file of weights.
        let kind: HealthSource.Kind = message[0] == 9 ? .other : .watch
        return HealthSource(name: name, kind: kind, manufacturer: maker, model: message[2].map { "\($0)" })
    }

    private static let makers: [Int64: String] = [
        1: "Garmin", 13: "Dynastream", 15: "Dynastream", 23: "Suunto", 32: "Wahoo Fitness", 38: "OSynce", 123: "Polar",
        255: "Development", 260: "Zwift", 265: "Strava", 289: "Hammerhead", 294: "Coros",
    ]
}
