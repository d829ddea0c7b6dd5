public import Archive

/// A file of an input, or an entry of an archive.
public struct HealthFile: Sendable {
    /// The path within the input.
    public let name: String
    /// Opens the file at its start; callable repeatedly.
    public let open: @Sendable () throws(ArchiveError) -> any ByteSource

    /// Makes a file.
    public init(name: String, open: @escaping @Sendable () throws(ArchiveError) -> any ByteSource) {
        self.name = name
        self.open = open
    }

    /// The number of bytes that identify a file.
    private static let headLength = 4_096

    /// The first bytes; fewer if the file is damaged.
    var head: [UInt8] {
        // Absent is nil: what cannot be read has no head, and is no known file.
        guard var source = try? open() else { return [] }
        var buffer = [UInt8](repeating: 0, count: Self.headLength)
        var filled = 0
        while filled < buffer.count, let count = try? source.read(into: &buffer, from: filled), count > 0 {
            filled += count
        }
        return Array(buffer.prefix(filled))
    }
}

/// Reads all files of one input of any kind but Apple Health and Health Connect.
///
/// Another module reads Health Connect databases.
public struct HealthFilesReader {
    private let kind: HealthInputKind
    private let clock: LocalClock
    private let weightUnit: FitbitWeightUnit?
    private var report = HealthScanReport()

    /// Makes a reader for one import.
    ///
    /// - Parameters:
    ///   - kind: The kind of the files.
    ///   - clock: The person's clock, for times without a zone.
    ///   - weightUnit: Fitbit's weight unit; nil infers it from the body mass index beside each weight.
    public init(kind: HealthInputKind, clock: LocalClock, weightUnit: FitbitWeightUnit? = nil) {
        self.kind = kind
        self.clock = clock
        self.weightUnit = weightUnit
    }

    /// Reads all files.
    ///
    /// - Parameters:
    ///   - files: The files; those of other kinds are damage.
    ///   - sink: Receives all complete elements.
    ///   - progress: Called after each block; throw to stop.
    /// - Returns: The joint report; damage names its file if there are several.
    /// - Throws: ``HealthInputsError`` for a kind that is read elsewhere, and what `progress` throws.
    public consuming func read(
        _ files: [HealthFile],
        into sink: inout some HealthSink,
        progress: (HealthProgress) throws -> Void = { _ in }
    ) throws -> HealthScanReport {
        let (clock, unit) = (clock, weightUnit)
        switch kind {
        case .healthAutoExport:
            var reader = AutoExportReader()
            try each(files, progress) { try reader.read($0.open, into: &sink, progress: $1) }
        case .fit:
            var reader = FITReader()
            try each(files, progress) { try reader.read($0.open, into: &sink, progress: $1) }
            reader.finish(into: &sink)
        case .samsungHealth:
            var reader = SamsungHealthReader(hasStages: files.contains { SamsungHealthReader.isStages($0.head) })
            try each(files, progress) { try reader.read($0.open(), into: &sink, progress: $1) }
        case .takeoutFit:
            let days = Set(files.compactMap { TakeoutFitReader.day(ofName: $0.name) })
            var reader = TakeoutFitReader(days: days, clock: clock)
            try each(files, progress) { try reader.read($0.open(), named: $0.name, into: &sink, progress: $1) }
        case .fitbit:
            var reader = FitbitReader(clock: clock, weightUnit: unit)
            try each(files, progress) { try reader.read($0.open(), named: $0.name, into: &sink, progress: $1) }
        case .appleHealth, .healthConnect:
            throw HealthInputsError(.unsupportedInput, message: "\(kind.label) is not read file by file")
        }
        return report
    }

    private mutating func each(
        _ files: [HealthFile],
        _ progress: (HealthProgress) throws -> Void,
        _ read: (HealthFile, (UInt64) throws -> Void) throws -> HealthScanReport
    ) throws {
        try withoutActuallyEscaping(progress) { progress in
            for file in files {
                let before = HealthProgress(bytes: report.bytes, elements: report.elements.values.reduce(0, +))
                do {
                    let found = try read(file) { bytes in
                        try progress(HealthProgress(bytes: before.bytes + bytes, elements: before.elements))
                    }
                    report.add(found, of: files.count > 1 ? file.name : nil)
                } catch let error as ArchiveError {
                    report.damage.note(0, element: file.name, message: error.message)
                }
            }
        }
    }
}
