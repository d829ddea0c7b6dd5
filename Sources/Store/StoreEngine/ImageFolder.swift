internal import Dispatch
internal import FoundationEssentials
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// The files of images, each named by its content's hash, with mode 0600 in a folder of mode 0700.
///
/// A file is written to a temporary name, flushed and renamed, and the folder is flushed: a file named by a hash is
/// complete. Disk work runs serially on a separate thread.
public struct ImageFolder: Sendable {
    private static let unfinished = ".part"
    private let path: String
    private let queue = DispatchQueue(label: "vitalbus.store.images")

    /// Opens or creates the folder, and removes files that a crash left incomplete.
    ///
    /// - Throws: ``StoreError``.
    public static func open(_ path: String) async throws -> ImageFolder {
        let folder = ImageFolder(path: path)
        try await folder.run {
            try StoreFile.makeFolder(path)
            // The folder's own name must be on disk before any name in it.
            if let slash = path.lastIndex(of: "/"), slash != path.startIndex { try flushFolder(String(path[..<slash])) }
            for name in try FileManager.default.contentsOfDirectory(atPath: path) where name.hasSuffix(unfinished) {
                try FileManager.default.removeItem(atPath: "\(path)/\(name)")
            }
        }
        return folder
    }

    private init(path: String) {
        self.path = path
    }

    /// Writes a file through to the disk; an existing file stays.
    ///
    /// - Throws: ``StoreError``, for example ``StoreErrorCode/full``.
    public func save(_ bytes: [UInt8], as sha256: String) async throws {
        try await run {
            let (final, draft) = (file(sha256), file(sha256) + Self.unfinished)
            if !FileManager.default.fileExists(atPath: final) {
                do {
                    try Self.write(bytes, to: draft)
                    try Self.check(unsafe rename(draft, final))
                } catch {
                    try? FileManager.default.removeItem(atPath: draft)
                    throw error
                }
            }
            // Needed even for an existing file, because its name may not have reached the disk.
            try Self.flushFolder(path)
        }
    }

    /// Reads a piece of a file.
    ///
    /// - Returns: Nil if the file does not exist; empty past its end.
    /// - Throws: ``StoreError``.
    public func read(_ sha256: String, offset: Int, count: Int) async throws -> [UInt8]? {
        try await run {
            let name = file(sha256)
            guard FileManager.default.fileExists(atPath: name) else { return nil }
            let descriptor = try FileDescriptor.open(FilePath(name), .readOnly, options: [.closeOnExec])
            return try descriptor.closeAfter {
                try descriptor.seek(offset: Int64(max(0, offset)), from: .start)
                // The buffer is the array's storage, valid only within the closure; read(2) returns how much it filled.
                return try unsafe [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
                    filled = try unsafe descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
                }
            }
        }
    }

    /// The hashes of the existing files.
    public func names() async throws -> Set<String> {
        try await run {
            Set(try FileManager.default.contentsOfDirectory(atPath: path).filter { !$0.hasSuffix(Self.unfinished) })
        }
    }

    /// Removes files.
    public func remove(_ names: Set<String>) async throws {
        guard !names.isEmpty else { return }
        try await run {
            for name in names.sorted() where FileManager.default.fileExists(atPath: file(name)) {
                try FileManager.default.removeItem(atPath: file(name))
            }
            try Self.flushFolder(path)
        }
    }

    private func file(_ name: String) -> String { "\(path)/\(name)" }

    private func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { caller in
            queue.async {
                do {
                    caller.resume(returning: try body())
                } catch let error as Errno {
                    caller.resume(throwing: StoreFile.fileError(error.rawValue, path: path))
                } catch {
                    caller.resume(throwing: StoreError(error, path: path))
                }
            }
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        let file = try FileDescriptor.open(
            FilePath(path),
            .writeOnly,
            options: [.create, .truncate, .closeOnExec],
            permissions: .ownerReadWrite
        )
        try file.closeAfter {
            try file.writeAll(bytes)
            try check(fsync(file.rawValue))
        }
    }

    private static func flushFolder(_ path: String) throws {
        let folder = try FileDescriptor.open(FilePath(path), .readOnly, options: [.closeOnExec, .directory])
        try folder.closeAfter { try check(fsync(folder.rawValue)) }
    }

    private static func check(_ result: Int32) throws {
        guard result == 0 else { throw Errno(rawValue: errno) }
    }
}
