internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// An open file; the last reference closes it.
public final class ReadableFile: RandomAccess {
    /// The size in bytes when the file was opened.
    public let size: UInt64
    /// The inode number.
    public let inode: UInt64
    /// The modification time, in milliseconds since 1970.
    public let modified: Int64
    private let descriptor: FileDescriptor

    /// Opens a file for reading.
    ///
    /// It refuses pipes, sockets and devices, because reading them may never end.
    ///
    /// - Parameter followsLinks: Whether the last path component may be a symbolic link.
    /// - Throws: ``ArchiveError`` `unreadable`; the message names the path.
    public init(path: String, followsLinks: Bool = true) throws(ArchiveError) {
        var options: FileDescriptor.OpenOptions = [.closeOnExec, .nonBlocking]
        if !followsLinks { options.insert(.noFollow) }
        do {
            descriptor = try FileDescriptor.open(FilePath(path), .readOnly, options: options)
        } catch {
            throw Self.unreadable("\(path) cannot be opened", error: error)
        }
        var facts = stat()
        guard fstat(descriptor.rawValue, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            try? descriptor.close()
            throw ArchiveError(.unreadable, message: "\(path) is not a regular file")
        }
        inode = UInt64(facts.st_ino)
        modified = Int64(facts.st_mtim.tv_sec) * 1_000 + Int64(facts.st_mtim.tv_nsec) / 1_000_000
        do {
            size = UInt64(max(0, try descriptor.seek(offset: 0, from: .end)))
        } catch {
            try? descriptor.close()
            throw Self.unreadable("\(path) is not a file that allows random access", error: error)
        }
    }

    deinit {
        try? descriptor.close()
    }

    /// Reads bytes starting at a position.
    public func read(
        at position: UInt64,
        into buffer: inout [UInt8],
        in range: Range<Int>
    ) throws(ArchiveError) -> Int {
        guard let start = Int64(exactly: position) else { return 0 }
        let range = range.clamped(to: 0..<buffer.count)
        var count = 0
        do {
            while count < range.count {
                let read = try buffer.withUnsafeMutableBytes { bytes in
                    let room = UnsafeMutableRawBufferPointer(rebasing: bytes[range].dropFirst(count))
                    return try descriptor.read(fromAbsoluteOffset: start + Int64(count), into: room)
                }
                guard read > 0 else { break }
                count += read
            }
        } catch {
            throw Self.unreadable("reading failed", error: error)
        }
        return count
    }

    private static func unreadable(_ what: String, error: any Error) -> ArchiveError {
        let errno = error as? Errno
        return ArchiveError(
            .unreadable,
            message: "\(what)\(errno.map { ": \($0.description)" } ?? "")",
            errno: errno?.rawValue
        )
    }
}
