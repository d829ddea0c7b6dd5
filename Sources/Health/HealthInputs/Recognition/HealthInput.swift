public import Archive

/// A recognised input, which can be read repeatedly.
public struct HealthInput: Sendable {
    /// The most archive entries that are inspected, the largest first.
    private static let mostEntries = 64

    /// The recognised kind.
    public let kind: HealthInputKind
    /// The uncompressed size in bytes; 0 if unknown.
    public let size: UInt64
    /// The size of the file in bytes, compressed or not.
    public var storedSize: UInt64 { source.size }
    /// The file name; for some kinds only it tells what they contain.
    let name: String
    let source: any RandomAccess
    let archive: ZipArchive?
    private let entry: ZipEntry?

    /// Recognises an input by its content.
    ///
    /// - Parameters:
    ///   - source: The bytes.
    ///   - name: The file name. It holds the date of a daily Google Fit table, and the quantity of a Fitbit file.
    /// - Throws: ``HealthInputsError``; the message says what the bytes are and what to do.
    public init(_ source: any RandomAccess, name: String = "") throws(HealthInputsError) {
        self.source = source
        self.name = name
        let head = try Self.translating { () throws(ArchiveError) in
            try source.bytes(at: 0, count: ContentSniffer.length)
        }
        guard ZipArchive.isArchive(head) else {
            kind = try ContentSniffer(head).kind()
            size = source.size
            archive = nil
            entry = nil
            return
        }
        let archive = try Self.translating { () throws(ArchiveError) in try ZipArchive(source) }
        let (kind, entry) = try Self.find(in: archive)
        self.kind = kind
        self.archive = archive
        self.entry = entry
        size = entry.size ?? 0
    }

    /// Whether it holds the whole history; otherwise other inputs may have the rest of its days.
    public var isWholeHistory: Bool {
        switch kind.completeness {
        case .whole: true
        case .wholeInArchive: archive != nil
        case .part: false
        }
    }

    /// Opens the recognised content: the file, or the entry of the archive that identified it.
    ///
    /// - Throws: ``ArchiveError``.
    package func content() throws(ArchiveError) -> any ByteSource {
        guard let archive, let entry else { return PlainReader(source) }
        return try archive.reader(of: entry)
    }

    /// Reads the whole input into a sink.
    ///
    /// It does not read Health Connect databases; the module `HealthConnect` reads every kind.
    ///
    /// - Parameters:
    ///   - sink: Receives all complete elements.
    ///   - salt: A secret of the site, for the person's fingerprint.
    ///   - clock: The person's clock, for kinds that have times without a zone.
    ///   - progress: Called after each block; throw to stop.
    /// - Returns: The report; damage is in it, not thrown.
    /// - Throws: ``HealthInputsError``, and what `progress` throws.
    public func read(
        into sink: inout some HealthSink,
        salt: [UInt8],
        clock: LocalClock = .utc,
        progress: (HealthProgress) throws -> Void = { _ in }
    ) throws -> HealthScanReport {
        guard kind == .appleHealth else {
            return try HealthFilesReader(kind: kind, clock: clock).read(files, into: &sink, progress: progress)
        }
        noteAttachments(&sink)
        let reader = AppleExportReader(salt: salt)
        guard let archive, let entry else {
            var bytes = PlainReader(source)
            return try reader.read(&bytes, into: &sink, progress: progress)
        }
        var bytes = try Self.translating { () throws(ArchiveError) in try archive.reader(of: entry) }
        return try reader.read(&bytes, into: &sink, progress: progress)
    }

    /// Only the archive lists electrocardiograms; workouts name their routes.
    private func noteAttachments(_ sink: inout some HealthSink) {
        for entry in archive?.entries ?? [] where entry.name.hasSuffix(".csv") {
            sink.receive(.attachment(HealthAttachment(kind: .electrocardiogram, path: entry.name)))
        }
    }

    // MARK: Archives

    /// Finds the entry with the samples, whatever its name; the largest entries are inspected first.
    private static func find(in archive: ZipArchive) throws(HealthInputsError) -> (HealthInputKind, ZipEntry) {
        guard !archive.entries.isEmpty else { throw ContentSniffer.unknown("the archive is empty") }
        var refusal: HealthInputsError?
        let candidates = archive.entries.filter { !$0.name.hasSuffix(".gpx") }
            .sorted { rank($0) > rank($1) }
        for entry in candidates.prefix(mostEntries) {
            do throws(HealthInputsError) {
                let head = try head(of: entry, in: archive)
                let kind = try ContentSniffer(head).kind()
                return (kind, entry)
            } catch {
                // The most specific refusal wins: encryption, then a known but unsupported kind.
                if refusal == nil || error.code == .encrypted { refusal = error }
            }
        }
        throw refusal ?? ContentSniffer.unknown("the archive holds routes only")
    }

    /// Apple's own file name ends like this in every language; otherwise size decides.
    private static func rank(_ entry: ZipEntry) -> (Int, UInt64) {
        (entry.name.lowercased().hasSuffix(".xml") ? 1 : 0, entry.size ?? .max)
    }

    private static func head(of entry: ZipEntry, in archive: ZipArchive) throws(HealthInputsError) -> [UInt8] {
        var reader = try translating { () throws(ArchiveError) in try archive.reader(of: entry) }
        var buffer = [UInt8](repeating: 0, count: ContentSniffer.length)
        var filled = 0
        while filled < buffer.count {
            // Absent is nil: the bytes before any damage suffice.
            let count = (try? reader.read(into: &buffer, from: filled)) ?? 0
            guard count > 0 else { break }
            filled += count
        }
        return Array(buffer.prefix(filled))
    }

    private static func translating<Value>(
        _ work: () throws(ArchiveError) -> Value
    ) throws(HealthInputsError) -> Value {
        do throws(ArchiveError) {
            return try work()
        } catch {
            throw translated(error)
        }
    }

    private static func translated(_ error: ArchiveError) -> HealthInputsError {
        let code: HealthInputsError.Code =
            switch error.code {
            case .encrypted: .encrypted
            case .notAnArchive: .unknownInput
            case .unsupportedMethod, .limitExceeded: .unsupportedInput
            case .unreadable, .truncated, .corrupt: .unreadable
            }
        return HealthInputsError(code, message: error.message, isRetriable: error.isRetriable)
    }
}

extension HealthInput {
    /// The files of the input's kind, ordered by name; a single one without an archive.
    var files: [HealthFile] {
        guard let archive else {
            let source = source
            return [HealthFile(name: name) { () throws(ArchiveError) in PlainReader(source) }]
        }
        let all = archive.entries.map { entry in
            HealthFile(name: entry.name) { () throws(ArchiveError) in try archive.reader(of: entry) }
        }
        return all.filter { kind.recognizes($0.head) }.sorted { $0.name < $1.name }
    }
}

extension HealthInputKind {
    /// Whether a file begins as one of this kind does.
    func recognizes(_ head: [UInt8]) -> Bool {
        switch self {
        case .healthAutoExport: AutoExportReader.recognizes(head)
        case .takeoutFit: TakeoutFitReader.recognizes(head)
        case .fitbit: FitbitReader.recognizes(head)
        case .samsungHealth: SamsungHealthReader.recognizes(head)
        case .fit: FITReader.recognizes(head)
        case .appleHealth, .healthConnect: false
        }
    }
}
