internal import FoundationEssentials
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// A file being posted, hidden until it is complete and on disk.
struct PostedFile: Sendable {
    /// Its final name.
    let name: String
    private let folder: String
    private let descriptor: FileDescriptor

    private var hidden: String { "\(folder)/.\(name)" }

    /// Creates a new file, which only its owner may read.
    ///
    /// - Throws: The system's error.
    init(in folder: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        self.folder = folder
        name = UUID().uuidString.lowercased()
        descriptor = try FileDescriptor.open(
            FilePath("\(folder)/.\(name)"),
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
        guard unsafe rename(hidden, "\(folder)/\(name)") == 0 else { throw Errno(rawValue: errno) }
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

    private static func flush(_ descriptor: FileDescriptor) throws {
        guard fsync(descriptor.rawValue) == 0 else { throw Errno(rawValue: errno) }
    }
}
