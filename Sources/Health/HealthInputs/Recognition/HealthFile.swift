public import Archive

/// A file of an input, or an entry of an archive.
public struct HealthFile: Sendable {
    /// The path within the input.
    public let name: String
    /// Opens the file at its start; callable repeatedly.
    public let open: @Sendable () throws(ArchiveError) -> any ByteSource

    /// Creates a file.
    public init(name: String, open: @escaping @Sendable () throws(ArchiveError) -> any ByteSource) {
        self.name = name
        self.open = open
    }

    /// The number of bytes that identify a file.
    private static let headLength = 4_096

    /// The first bytes; fewer if the file is damaged.
    var head: [UInt8] { head(Self.headLength) }

    /// The first `length` bytes; fewer if the file is damaged.
    func head(_ length: Int) -> [UInt8] {
        // Absent is nil: an unreadable file has no head, so its kind is unknown.
        (try? readHead(length)) ?? []
    }

    /// The first `length` bytes, or those before damage.
    ///
    /// - Throws: ``ArchiveError`` if the file cannot be opened or its first byte cannot be read.
    func readHead(_ length: Int = headLength) throws(ArchiveError) -> [UInt8] {
        var source = try open()
        var buffer = [UInt8](repeating: 0, count: length)
        var filled = 0
        while filled < buffer.count {
            do throws(ArchiveError) {
                let count = try source.read(into: &buffer, from: filled)
                guard count > 0 else { break }
                filled += count
            } catch {
                guard filled > 0 else { throw error }
                break
            }
        }
        return Array(buffer.prefix(filled))
    }
}

/// Reads all files of one input of any kind except Apple Health and Health Connect.
///
/// Another module reads Health Connect databases.
public struct HealthFilesReader {
    private let kind: HealthInputKind
    private let clock: LocalClock
    private let weightUnit: FitbitWeightUnit?
    private let userIndex: Int?
    private let isMixed: Bool
    private var periods = FilePeriods([], clock: nil)
    private var report = HealthScanReport()

    /// Creates a reader for one import.
    ///
    /// - Parameters:
    ///   - kind: The kind of the files.
    ///   - clock: The person's clock, for times without a zone.
    ///   - weightUnit: Fitbit's weight unit; nil infers it from the body mass index next to each weight.
    ///   - userIndex: The user whose values to take from a device with several users; nil if it has one.
    ///   - isMixed: Whether the input also has files of other kinds; then the report names even a single file, and
    ///     sources have this kind's platform.
    public init(
        kind: HealthInputKind,
        clock: LocalClock,
        weightUnit: FitbitWeightUnit? = nil,
        userIndex: Int? = nil,
        isMixed: Bool = false
    ) {
        self.kind = kind
        self.clock = clock
        self.weightUnit = weightUnit
        self.userIndex = userIndex
        self.isMixed = isMixed
    }

    /// Reads all files.
    ///
    /// - Parameters:
    ///   - files: The files; those of other kinds are damage.
    ///   - sink: Receives all complete elements.
    ///   - progress: Called after each block; throw to stop.
    /// - Returns: The joint report; damage names its file if there are several.
    /// - Throws: ``HealthInputsError`` for a kind that another reader handles, and `severalPeople` for a device with
    ///   several users if none was chosen; what `progress` throws.
    public consuming func read(
        _ files: [HealthFile],
        into sink: inout some HealthSink,
        progress: (HealthProgress) throws -> Void = { _ in }
    ) throws -> HealthScanReport {
        let (clock, unit, user) = (clock, weightUnit, userIndex)
        periods = FilePeriods(files.map(\.name), clock: kind.namesLocalDays ? clock : .utc)
        var gate = GatedSink(sink, platform: isMixed ? kind.platform : nil)
        defer { sink = gate.inner }
        switch kind {
        case .healthAutoExport:
            var reader = AutoExportReader()
            try each(files, progress) { try (reader.read($0.open, into: &gate, progress: $1), gate.takeLeftOut()) }
        case .fit:
            var reader = FITReader(userIndex: try FITUsers.chosen(user, in: files))
            try each(files, progress) { try (reader.read($0.open, into: &gate, progress: $1), gate.takeLeftOut()) }
            reader.finish(into: &gate)
        case .samsungHealth:
            var reader = SamsungHealthReader()
            let stages = files.filter { SamsungHealthReader.isStages($0.head) }
            let names = Set(stages.map(\.name))
            try each(stages + files.filter { !names.contains($0.name) }, progress) {
                try (reader.read($0.open(), into: &gate, progress: $1), gate.takeLeftOut())
            }
        case .takeoutFit:
            var reader = TakeoutFitReader(files, clock: clock)
            try each(files, progress) { file, progress in
                try (reader.read(file.open(), named: file.name, into: &gate, progress: progress), gate.takeLeftOut())
            }
        case .fitbit:
            var reader = FitbitReader(clock: clock, weightUnit: unit)
            let ordered =
                files.filter { FitbitReader.isTable($0.name) } + files.filter { !FitbitReader.isTable($0.name) }
            try each(ordered, progress) { file, progress in
                try (reader.read(file.open(), named: file.name, into: &gate, progress: progress), gate.takeLeftOut())
            }
            report.leftOut.add(reader.finish(into: &gate))
        case .appleHealth, .healthConnect:
            throw HealthInputsError(.unsupportedInput, message: "\(kind.label) cannot be read file by file")
        }
        report.leftOut.add(gate.takeLeftOut())
        return report
    }

    private mutating func each(
        _ files: [HealthFile],
        _ progress: (HealthProgress) throws -> Void,
        _ read: (HealthFile, (UInt64) throws -> Void) throws -> (HealthScanReport, HealthLeftOut)
    ) throws {
        try withoutActuallyEscaping(progress) { progress in
            for file in files {
                let before = HealthProgress(bytes: report.bytes, elements: report.elements.values.reduce(0, +))
                do {
                    var (found, leftOut) = try read(file) { bytes in
                        try progress(HealthProgress(bytes: before.bytes + bytes, elements: before.elements))
                    }
                    found.leftOut.add(leftOut)
                    for index in found.cuts.indices { found.cuts[index].times = periods[file.name] }
                    report.add(found, of: files.count > 1 || isMixed ? file.name : nil)
                } catch let error as ArchiveError where files.count > 1 || isMixed {
                    report.damage.note(0, element: file.name, message: error.message)
                    report.leftOut.note("file", reason: .unreadableFile, file: file.name)
                }
            }
        }
    }
}
