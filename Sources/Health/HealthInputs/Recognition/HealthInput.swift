public import Archive

/// A recognised input, which can be read repeatedly.
public struct HealthInput: Sendable {
    /// The recognised kind; the main one of several.
    public let kind: HealthInputKind
    /// All kinds of files that it has, the main one first; all of them are read.
    public let kinds: [HealthInputKind]
    /// The uncompressed size in bytes; 0 if unknown.
    public let size: UInt64
    /// The size of the file, or of the folder's files, in bytes, compressed or not.
    public let storedSize: UInt64
    /// The single file; nil for an archive or a folder.
    private let file: HealthFile?
    private let entries: HealthEntries?

    /// Recognises an input by its content.
    ///
    /// - Parameters:
    ///   - source: The bytes.
    ///   - name: The file name. It holds the date of a daily Google Fit table, and the quantity of a Fitbit file.
    /// - Throws: ``HealthInputsError``; the message says what the bytes are and what to do.
    public init(_ source: any RandomAccess, name: String = "") throws(HealthInputsError) {
        let head = try Self.translating { () throws(ArchiveError) in
            try source.bytes(at: 0, count: ContentSniffer.length)
        }
        guard ZipArchive.isArchive(head) else {
            let file = HealthFile(name: name) { () throws(ArchiveError) in PlainReader(source) }
            self.init(try ContentSniffer(head).kind(), file: file, size: source.size)
            return
        }
        let archive = try Self.translating { () throws(ArchiveError) in try ZipArchive(source) }
        guard !archive.entries.isEmpty else { throw ContentSniffer.unknown("the archive is empty") }
        try self.init(HealthEntries(HealthEntries.candidates(of: archive)), storedSize: source.size)
    }

    /// Recognises an unpacked archive: a folder with all its content.
    ///
    /// - Throws: ``HealthInputsError``; the message says what the files are and what to do.
    public init(_ folder: FolderFiles) throws(HealthInputsError) {
        guard !folder.entries.isEmpty else { throw ContentSniffer.unknown("the folder is empty") }
        let sum = folder.entries.reduce(UInt64(0)) { $0 &+ $1.size }
        try self.init(HealthEntries(HealthEntries.candidates(of: folder)), storedSize: sum)
    }

    /// Recognises a file or a folder by its path.
    ///
    /// - Throws: ``HealthInputsError``, and `ArchiveError` for a path that cannot be opened.
    public init(path: String) throws {
        if let folder = try FolderFiles(path: path) {
            try self.init(folder)
        } else {
            try self.init(ReadableFile(path: path), name: path.split(separator: "/").last.map(String.init) ?? "")
        }
    }

    private init(_ kind: HealthInputKind, file: HealthFile, size: UInt64) {
        self.kind = kind
        self.file = file
        self.size = size
        kinds = [kind]
        storedSize = size
        entries = nil
    }

    private init(_ entries: HealthEntries, storedSize: UInt64) throws(HealthInputsError) {
        kinds = entries.kinds
        guard let kind = kinds.first else {
            if let document = Self.documents.first(where: { entries.names.contains($0.key) })?.value {
                throw ContentSniffer.unknown("this is \(document); give the file that the app exported")
            }
            throw entries.refusal ?? ContentSniffer.unknown("it contains only routes")
        }
        self.kind = kind
        self.storedSize = storedSize
        self.entries = entries
        file = nil
        size = kinds.reduce(0) { sum, kind in (entries.files[kind] ?? []).reduce(sum) { $0 &+ $1.size } }
    }

    /// Documents that are archives, by the name of an entry.
    private static let documents = [
        "xl/workbook.xml": "an Excel workbook", "word/document.xml": "a Word document",
        "Index/Document.iwa": "a Numbers document", "content.xml": "an OpenDocument file",
    ]

    /// Whether it has the whole history; otherwise other inputs may have the rest of its days.
    public var isWholeHistory: Bool {
        kinds.allSatisfy { kind in
            switch kind.completeness {
            case .whole: true
            case .wholeInArchive: entries != nil
            case .part: false
            }
        }
    }

    /// Opens the recognised content: the file, or the entry of the archive that identified it.
    ///
    /// - Throws: ``ArchiveError``.
    package func content() throws(ArchiveError) -> any ByteSource {
        guard let main else { throw ArchiveError(.unreadable, message: "there are no files to read") }
        return try main.open()
    }

    /// The main file: the single one, or the largest of Apple Health or Health Connect.
    private var main: HealthFile? {
        if let file { return file }
        // The name of Apple's file ends like this in every language; otherwise the size decides.
        func rank(_ found: HealthEntries.Found) -> (Int, UInt64) {
            (found.file.name.lowercased().hasSuffix(".xml") ? 1 : 0, found.size)
        }
        return entries?.files[kind]?.max { rank($0) < rank($1) }?.file
    }

    /// Reads the whole input into a sink.
    ///
    /// It does not read Health Connect databases; the module `HealthConnect` reads every kind.
    ///
    /// - Parameters:
    ///   - sink: Receives all complete elements.
    ///   - salt: A secret of the site, for the person's fingerprint.
    ///   - clock: The person's clock, for kinds that have times without a zone.
    ///   - userIndex: The user whose values to take from a device with several users; nil if it has one.
    ///   - progress: Called after each block; throw to stop.
    /// - Returns: The report; it lists damage and left-out parts, which are not thrown.
    /// - Throws: ``HealthInputsError``, and what `progress` throws.
    public func read(
        into sink: inout some HealthSink,
        salt: [UInt8],
        clock: LocalClock = .utc,
        userIndex: Int? = nil,
        progress: (HealthProgress) throws -> Void = { _ in }
    ) throws -> HealthScanReport {
        var report = HealthScanReport()
        if kind == .appleHealth { report = try readApple(into: &sink, salt: salt, progress: progress) }
        try readFiles(into: &sink, clock: clock, userIndex: userIndex, report: &report, progress: progress)
        return report
    }

    private func readApple(
        into sink: inout some HealthSink,
        salt: [UInt8],
        progress: (HealthProgress) throws -> Void
    ) throws -> HealthScanReport {
        noteAttachments(&sink)
        var bytes = try Self.translating { () throws(ArchiveError) in try content() }
        var gate = GatedSink(sink, platform: kinds.count > 1 ? kind.platform : nil)
        defer { sink = gate.inner }
        var report = try AppleExportReader(salt: salt).read(&bytes, into: &gate, progress: progress)
        report.leftOut.add(gate.takeLeftOut())
        return report
    }

    /// Reads the files of all kinds that are read file by file, and adds the skipped files to the report.
    package func readFiles(
        into sink: inout some HealthSink,
        clock: LocalClock,
        userIndex: Int?,
        report: inout HealthScanReport,
        progress: (HealthProgress) throws -> Void
    ) throws {
        for kind in kinds where kind != .appleHealth && kind != .healthConnect {
            let before = HealthProgress(bytes: report.bytes, elements: report.elements.values.reduce(0, +))
            let reader = HealthFilesReader(kind: kind, clock: clock, userIndex: userIndex, isMixed: kinds.count > 1)
            let found = try reader.read(files(of: kind), into: &sink) { done in
                try progress(
                    HealthProgress(bytes: before.bytes + done.bytes, elements: before.elements + done.elements)
                )
            }
            report.add(found, of: nil)
        }
        if let entries { report.leftOut.add(passedOver(entries)) }
    }

    /// The skipped files, except Apple's electrocardiograms and clinical records, which are listed as attachments.
    private func passedOver(_ entries: HealthEntries) -> HealthLeftOut {
        var leftOut = HealthLeftOut()
        for entry in entries.leftOut.entries where !(kind == .appleHealth && Self.isAttachment(entry.file)) {
            leftOut.note(entry.element, reason: entry.reason, file: entry.file, count: entry.count)
        }
        let isWhole = kind == .appleHealth || kind == .healthConnect
        for found in isWhole ? entries.files[kind] ?? [] : [] where found.file.name != main?.name {
            leftOut.note("file", reason: .unknownElement, file: found.file.name)
        }
        return leftOut
    }

    private static func isAttachment(_ name: String) -> Bool {
        name.hasSuffix(".csv") || name.hasSuffix("export_cda.xml") || name.contains("/clinical-records/")
    }

    /// Emits attachments that only the archive lists, such as electrocardiograms; workouts name their own routes.
    private func noteAttachments(_ sink: inout some HealthSink) {
        for name in entries?.names ?? [] where name.hasSuffix(".csv") {
            sink.receive(.attachment(HealthAttachment(kind: .electrocardiogram, path: name)))
        }
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

    static func translated(_ error: ArchiveError) -> HealthInputsError {
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
    /// The files of a kind, ordered by name; a single one without an archive.
    private func files(of kind: HealthInputKind) -> [HealthFile] {
        if let file { return [file] }
        return (entries?.files[kind] ?? []).map(\.file)
    }
}

extension HealthInputKind {
    /// Whether a file begins like a file of this kind.
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
