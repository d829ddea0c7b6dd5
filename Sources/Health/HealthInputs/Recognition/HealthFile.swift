public import Archive

/// One file of an input, or one entry of an archive.
public struct HealthFile: Sendable {
    /// Its path within the input.
    public let name: String
    /// Gives its bytes from the beginning, as often as is needed.
    public let open: @Sendable () throws(ArchiveError) -> any ByteSource

    /// Makes a file.
    public init(name: String, open: @escaping @Sendable () throws(ArchiveError) -> any ByteSource) {
        self.name = name
        self.open = open
    }

    /// How much of a file tells what it is.
    private static let headLength = 4_096

    /// The first bytes; fewer where the file is damaged.
    var head: [UInt8] {
        guard var source = try? open() else { return [] }
        var buffer = [UInt8](repeating: 0, count: Self.headLength)
        var filled = 0
        while filled < buffer.count, let count = try? source.read(into: &buffer, from: filled), count > 0 {
            filled += count
        }
        return Array(buffer.prefix(filled))
    }
}

/// Reads the files of one input of any kind but Apple's, one after another.
///
/// The database of Health Connect is read by a module of its own.
public struct HealthFilesReader {
    private let kind: HealthInputKind
    private let clock: LocalClock
    private let weightUnit: FitbitWeightUnit?
    private var report = HealthScanReport()

    /// Makes a reader for one import.
    ///
    /// - Parameters:
    ///   - kind: What the files are.
    ///   - clock: The person's clock, for times without a zone.
    ///   - weightUnit: The unit of weights of Fitbit; nil finds it by the body mass index beside each.
    public init(kind: HealthInputKind, clock: LocalClock, weightUnit: FitbitWeightUnit? = nil) {
        self.kind = kind
        self.clock = clock
        self.weightUnit = weightUnit
    }

    /// Reads all files.
    ///
    /// - Parameters:
    ///   - files: Those of the kind; others are damage.
    ///   - sink: Takes in what is whole.
    ///   - progress: Is told how far it is after each block; throws to stop.
    /// - Returns: What was found in all of them; an element of damage begins with its file's name where there are several.
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
            throw HealthInputsError(code: .unsupportedInput, message: "\(kind.label) is not read file by file")
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
                    report.damage.note(0, file.name, error.message)
                }
            }
        }
    }
}
