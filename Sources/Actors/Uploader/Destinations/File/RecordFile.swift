internal import FoundationEssentials
internal import MessageBus
internal import SystemCalls
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// One file of lines, open and locked; its end is a whole line.
final class RecordFile {
    /// The longest line that is searched at a file's end.
    private static let lineLimit = 4 << 20

    let name: RecordFileName
    private let path: String
    private let file: FileDescriptor
    private let identity: [UInt64]?
    /// Its length.
    private(set) var bytes = 0

    /// Opens a file, with mode 0600, and brings its name to the disk.
    ///
    /// - Parameter mayMake: Whether to make the file if it is missing.
    /// - Returns: Nil if another process has it open, or its torn end cannot be repaired.
    /// - Throws: `Errno`.
    init?(_ name: RecordFileName, in folder: RecordFolder, mayMake: Bool = true) throws {
        self.name = name
        path = "\(folder.path)/\(name.text)"
        file = try FileDescriptor.open(
            FilePath(path),
            .readWrite,
            options: mayMake ? [.create, .append, .closeOnExec, .noFollow] : [.append, .closeOnExec, .noFollow],
            permissions: .ownerReadWrite
        )
        identity = FileStatus(at: path)?.identity
        guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0, try mend() else { return nil }
        try Self.sync(file)
        try folder.flush()
    }

    deinit { try? file.close() }

    /// Whether the file is still the one of its name: a consumer may have taken it away.
    var isInPlace: Bool { identity != nil && FileStatus(at: path)?.identity == identity }

    /// Appends a line and brings it to the disk.
    ///
    /// A write that the disk refuses is undone.
    ///
    /// - Throws: ``RecordFault``.
    func append(_ line: [UInt8]) throws {
        do {
            try file.writeAll(line)
            try Self.sync(file)
            bytes += line.count
        } catch {
            let isUndone = ftruncate(file.rawValue, off_t(bytes)) == 0 && fdatasync(file.rawValue) == 0
            throw RecordFault(reason: error as? Errno ?? .ioError, mayBeThere: !isUndone)
        }
    }

    /// Removes an incomplete last line: a power cut came before it was confirmed.
    ///
    /// - Returns: False for a file whose end this program did not write.
    private func mend() throws -> Bool {
        let size = Int(try file.seek(offset: 0, from: .end))
        let tail = try file.bytes(at: max(0, size - Self.lineLimit), count: min(size, Self.lineLimit))
        guard let end = tail.lastIndex(of: 0x0A).map({ $0 + 1 }) ?? (tail.count == size ? 0 : nil) else { return false }
        bytes = size - (tail.count - end)
        if end > 0, end == tail.count {
            let start = tail[..<(end - 1)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            // Absent is nil: blocks of a line that never reached the disk are not JSON.
            if (try? WireJSON.decode(RecordLine.self, from: Array(tail[start..<end]))) == nil { bytes -= end - start }
        }
        guard bytes < size else { return true }
        guard ftruncate(file.rawValue, off_t(bytes)) == 0 else { throw Errno(rawValue: errno) }
        return true
    }

    /// Brings a file's content to the disk.
    ///
    /// - Throws: `Errno`.
    static func flush(_ path: String) throws {
        let file = try FileDescriptor.open(FilePath(path), .readOnly, options: [.closeOnExec])
        try file.closeAfter { try sync(file) }
    }

    private static func sync(_ file: FileDescriptor) throws {
        guard fdatasync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
    }
}

extension FileDescriptor {
    /// The bytes at an offset; fewer at the file's end.
    func bytes(at offset: Int, count: Int) throws -> [UInt8] {
        // The array's own storage, valid until the closure ends; read(2) returns how much of it was filled.
        try unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let room = UnsafeMutableRawBufferPointer(buffer)
            while filled < count {
                let read = try unsafe self.read(
                    fromAbsoluteOffset: Int64(offset + filled),
                    into: UnsafeMutableRawBufferPointer(rebasing: room[filled...])
                )
                guard read > 0 else { break }
                filled += read
            }
        }
    }
}
