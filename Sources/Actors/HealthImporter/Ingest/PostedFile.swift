internal import FoundationEssentials
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// A file being posted, hidden until it is complete and on disk.
struct PostedFile: Sendable {
    /// Its id, as the posting app learns it.
    let id: String
    private let folder: String
    private let person: String
    private let descriptor: FileDescriptor

    private var hidden: String { "\(folder)/.\(id)" }

    /// Creates a new file, which only its owner may read.
    ///
    /// - Parameter person: Who had the seat when the body began, as a keyed hash. The name keeps it, because the seat
    ///   may have another person when the file is complete or read.
    /// - Throws: The system's error.
    init(in folder: String, person: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        self.folder = folder
        self.person = person
        id = UUID().uuidString.lowercased()
        descriptor = try FileDescriptor.open(
            FilePath("\(folder)/.\(id)"),
            .writeOnly,
            options: [.create, .exclusiveCreate, .closeOnExec],
            permissions: .ownerReadWrite
        )
    }

    /// Writes the next bytes.
    ///
    /// - Throws: The system's error, as for a full disk.
    func append(_ bytes: [UInt8]) throws { _ = try descriptor.writeAll(bytes) }

    /// Completes the file: flushes its bytes, then its name.
    ///
    /// - Throws: The system's error.
    func keep() throws {
        try Self.flush(descriptor)
        guard unsafe rename(hidden, "\(folder)/\(person)-\(id)") == 0 else { throw Errno(rawValue: errno) }
        let directory = try FileDescriptor.open(FilePath(folder), .readOnly, options: [.closeOnExec])
        defer { try? directory.close() }
        try Self.flush(directory)
        try descriptor.close()
    }

    /// Deletes the partial file.
    func discard() {
        try? descriptor.close()
        try? FileManager.default.removeItem(atPath: hidden)
    }

    /// The person in the name of a posted file; nil in any other name.
    static func person(inNameOf path: String) -> String? {
        let name = ImportWork.name(path)
        guard name.utf8.count > 37, UUID(uuidString: String(name.suffix(36))) != nil else { return nil }
        return String(name.dropLast(37))
    }

    private static func flush(_ descriptor: FileDescriptor) throws {
        guard fsync(descriptor.rawValue) == 0 else { throw Errno(rawValue: errno) }
    }
}
