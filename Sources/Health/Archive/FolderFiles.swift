internal import FoundationEssentials

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// The plain files in a folder and its subfolders, in the form of an archive's entries.
public struct FolderFiles: Sendable {
    /// A file.
    public struct Entry: Hashable, Sendable {
        /// The path within the folder, with `/` as separator.
        public let name: String
        /// The size in bytes.
        public let size: UInt64
    }

    /// The deepest level that is read; exports have four levels.
    private static let deepest = 16
    /// The most files; exports of many years have about ten thousand.
    private static let mostFiles = 200_000

    /// The folder.
    public let path: String
    /// Its files, ordered by name; links, pipes and devices are left out.
    public let entries: [Entry]

    /// Lists a folder.
    ///
    /// - Returns: Nil if the path is not a folder.
    /// - Throws: ``ArchiveError`` `unreadable`, and `limitExceeded` for more files than an export has.
    public init?(path: String) throws(ArchiveError) {
        // The folder itself may be a link, but its content may not.
        guard case .folder = Self.kind(path + "/.") else { return nil }
        var found: [Entry] = []
        try Self.list(path, prefix: "", depth: 0, into: &found)
        self.path = path
        entries = found.sorted { $0.name < $1.name }
    }

    /// Opens one of the files.
    ///
    /// - Throws: ``ArchiveError`` `unreadable`.
    public func open(_ entry: Entry) throws(ArchiveError) -> ReadableFile {
        try ReadableFile(path: path + "/" + entry.name, followsLinks: false)
    }

    private static func list(
        _ path: String,
        prefix: String,
        depth: Int,
        into found: inout [Entry]
    ) throws(ArchiveError) {
        for name in try names(path) where !name.hasPrefix(".") {
            let inner = path + "/" + name
            switch kind(inner) {
            case .folder where depth < deepest:
                try list(inner, prefix: prefix + name + "/", depth: depth + 1, into: &found)
            case .file(let size):
                guard found.count < mostFiles else {
                    throw ArchiveError(.limitExceeded, message: "\(path) has more files than an export can have")
                }
                found.append(Entry(name: prefix + name, size: size))
            // Links are not followed, because they may lead out of the folder or form a cycle.
            case .folder, .other: continue
            }
        }
    }

    private static func names(_ path: String) throws(ArchiveError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw ArchiveError(.unreadable, message: "the folder \(path) cannot be read: check its permissions")
        }
    }

    private enum Kind {
        case folder
        case file(size: UInt64)
        case other
    }

    private static func kind(_ path: String) -> Kind {
        var facts = stat()
        guard lstat(path, &facts) == 0 else { return .other }
        switch facts.st_mode & S_IFMT {
        case S_IFDIR: return .folder
        case S_IFREG: return .file(size: UInt64(max(0, facts.st_size)))
        default: return .other
        }
    }
}
