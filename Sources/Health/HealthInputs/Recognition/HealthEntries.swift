internal import Archive

/// The files of an archive or a folder by kind; every file is inspected.
struct HealthEntries: Sendable {
    /// A file before its kind is known.
    struct Candidate: Sendable {
        let file: HealthFile
        let size: UInt64
        /// Makes it readable at any position, to open it as an archive, within a memory budget.
        let access: @Sendable (inout Int) throws(ArchiveError) -> any RandomAccess
    }

    /// A file of a known kind.
    struct Found: Sendable {
        let file: HealthFile
        let size: UInt64
    }

    /// The files of each kind, ordered by name.
    private(set) var files: [HealthInputKind: [Found]] = [:]
    /// The names of all files.
    let names: [String]
    /// The skipped files.
    private(set) var leftOut = HealthLeftOut()
    /// The most specific reason to refuse the input if none of its files is known.
    private(set) var refusal: HealthInputsError?

    /// How much XML is searched for its root element, in bytes: an Apple document type alone has 7 kB.
    private static let longestPrologue = 1 << 20
    /// The most bytes of inner compressed archives that are unpacked into memory.
    private static let innerBudget = 128 << 20

    /// Inspects all files, including those of inner archives, one level deep.
    init(_ candidates: [Candidate]) {
        names = candidates.map(\.file.name)
        var budget = Self.innerBudget
        var inner: [(name: String, archive: ZipArchive)] = []
        for candidate in candidates {
            guard let archive = add(candidate, budget: &budget) else { continue }
            inner.append((candidate.file.name, archive))
        }
        for (name, archive) in inner {
            for candidate in Self.candidates(of: archive, prefix: name + "/") {
                var none = 0
                guard add(candidate, budget: &none) != nil else { continue }
                leftOut.note("archive", reason: .unknownFile, file: candidate.file.name)
            }
        }
        for kind in files.keys { files[kind]?.sort { $0.file.name < $1.file.name } }
    }

    /// The entries of an archive.
    static func candidates(of archive: ZipArchive, prefix: String = "") -> [Candidate] {
        archive.entries.map { entry in
            Candidate(
                file: HealthFile(name: prefix + entry.name) { () throws(ArchiveError) in
                    try archive.reader(of: entry)
                },
                size: entry.size ?? 0,
                access: { budget throws(ArchiveError) in try archive.access(to: entry, within: &budget) }
            )
        }
    }

    /// The files of a folder.
    static func candidates(of folder: FolderFiles) -> [Candidate] {
        folder.entries.map { entry in
            Candidate(
                file: HealthFile(name: entry.name) { () throws(ArchiveError) in PlainReader(try folder.open(entry)) },
                size: entry.size,
                access: { _ throws(ArchiveError) in try folder.open(entry) }
            )
        }
    }

    /// The kinds with files: Apple Health, Health Connect, then the others by size.
    var kinds: [HealthInputKind] {
        let sizes = files.mapValues { found in found.reduce(UInt64(0)) { $0 &+ $1.size } }
        return files.keys.sorted {
            (rank($0), sizes[$1] ?? 0, $0.rawValue) < (rank($1), sizes[$0] ?? 0, $1.rawValue)
        }
    }

    private func rank(_ kind: HealthInputKind) -> Int {
        switch kind {
        case .appleHealth: 0
        case .healthConnect: 1
        default: 2
        }
    }

    /// Adds a file to its kind; an archive is returned instead.
    private mutating func add(_ candidate: Candidate, budget: inout Int) -> ZipArchive? {
        let file = candidate.file
        // Routes and macOS's extra files are not inputs by themselves.
        guard !file.name.hasSuffix(".gpx"), !file.name.contains("__MACOSX/") else { return nil }
        let head: [UInt8]
        do throws(ArchiveError) {
            head = try file.readHead()
        } catch {
            leftOut.note("file", reason: .unreadableFile, file: file.name)
            note(HealthInput.translated(error))
            return nil
        }
        guard !head.isEmpty else { return nil }
        if ZipArchive.isArchive(head) { return archive(candidate, budget: &budget) }
        guard let kind = kind(of: file, head: head) else {
            leftOut.note("file", reason: .unknownFile, file: file.name)
            return nil
        }
        files[kind, default: []].append(Found(file: file, size: candidate.size))
        return nil
    }

    private mutating func archive(_ candidate: Candidate, budget: inout Int) -> ZipArchive? {
        do throws(ArchiveError) {
            return try ZipArchive(candidate.access(&budget))
        } catch {
            leftOut.note("archive", reason: .unreadableFile, file: candidate.file.name)
            note(
                HealthInputsError(
                    .unsupportedInput,
                    message: "\(candidate.file.name) is an unreadable archive inside the archive: "
                        + "unpack it, and import its contents"
                )
            )
            return nil
        }
    }

    private mutating func kind(of file: HealthFile, head: [UInt8]) -> HealthInputKind? {
        if let known = HealthInputKind.allCases.first(where: { $0.recognizes(head) }) { return known }
        let first = head.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }
        do throws(HealthInputsError) {
            let isMarkup = first == UInt8(ascii: "<")
            return try ContentSniffer(isMarkup ? file.head(Self.longestPrologue) : head).kind()
        } catch {
            note(error)
            return nil
        }
    }

    /// Keeps the most specific refusal: encryption, then a known but unsupported kind.
    private mutating func note(_ error: HealthInputsError) {
        func rank(_ error: HealthInputsError?) -> Int {
            switch error?.code {
            case .encrypted: 3
            case .unsupportedInput: 2
            case .some: 1
            case nil: 0
            }
        }
        if rank(error) > rank(refusal) { refusal = error }
    }
}
