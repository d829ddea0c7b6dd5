internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// A file that is open for reading; closed with its last reference.
public final class ReadableFile: RandomAccess {
    /// How many bytes it had when it was opened.
    public let size: UInt64
    /// The file's place on the disk.
    public let inode: UInt64
    /// When it was changed last, in milliseconds since 1970.
    public let modified: Int64
    private let descriptor: FileDescriptor

    /// Opens a file.
    ///
    /// Pipes, sockets and devices are refused: reading them may never end.
    ///
    /// - Parameter followsLinks: Whether the path's last part may be a link.
    /// - Throws: ``ArchiveError`` with `unreadable`; the message names the path.
    public init(path: String, followsLinks: Bool = true) throws(ArchiveError) {
        var options: FileDescriptor.OpenOptions = [.closeOnExec, .nonBlocking]
        if !followsLinks { options.insert(.noFollow) }
        do {
            descriptor = try FileDescriptor.open(FilePath(path), .readOnly, options: options)
        } catch {
            throw Self.unreadable("\(path) cannot be opened", error)
        }
        var facts = stat()
        guard fstat(descriptor.rawValue, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            try? descriptor.close()
            throw ArchiveError(code: .unreadable, message: "\(path) is no plain file")
        }
        inode = UInt64(facts.st_ino)
        modified = Int64(facts.st_mtim.tv_sec) * 1_000 + Int64(facts.st_mtim.tv_nsec) / 1_000_000
        do {
            size = UInt64(max(0, try descriptor.seek(offset: 0, from: .end)))
        } catch {
            try? descriptor.close()
            throw Self.unreadable("\(path) is no file that can be read at any place", error)
        }
    }

    deinit {
        try? descriptor.close()
    }

    /// Reads bytes from a place on.
    public func read(
        at position: UInt64,
        into buffer: inout [UInt8],
        _ range: Range<Int>
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
            throw Self.unreadable("reading failed", error)
        }
        return count
    }

    private static func unreadable(_ what: String, _ error: any Error) -> ArchiveError {
        let errno = error as? Errno
        return ArchiveError(
            code: .unreadable,
            message: "\(what)\(errno.map { ": \($0.description)" } ?? "")",
            systemError: errno?.rawValue ?? 0
        )
    }
}
