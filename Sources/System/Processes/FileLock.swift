internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// An exclusive lock on a file; the kernel releases it when the process ends in any way.
///
/// The file remains and contains the last owner's process ID. Child processes do not inherit the lock.
public final class FileLock: Sendable {
    private let file: FileDescriptor

    /// Acquires the lock without waiting.
    ///
    /// - Throws: ``ProcessError``: `locked`, with the owner's process ID in the message, or `lockFile`.
    public init(_ path: String) throws {
        // Stored last: once it is stored, a throwing init runs the deinit, which closes it.
        let file: FileDescriptor
        do {
            file = try FileDescriptor.open(
                FilePath(path),
                .readWrite,
                options: [.create, .closeOnExec],
                permissions: .ownerReadWrite
            )
        } catch let error as Errno {
            throw ProcessError(.lockFile, message: "\(path) cannot be opened: \(error)", errno: error.rawValue)
        }
        if let error = Self.lock(file) {
            let owner = Self.owner(file)
            try? file.close()
            guard error == .wouldBlock else {
                throw ProcessError(.lockFile, message: "\(path) cannot be locked: \(error)", errno: error.rawValue)
            }
            throw ProcessError(
                .locked,
                message: "\(path) is held by the process with pid \(owner)",
                errno: error.rawValue
            )
        }
        _ = ftruncate(file.rawValue, 0)
        // Absent is nil: the lock holds without the number, which only names its holder.
        _ = try? file.writeAll(toAbsoluteOffset: 0, "\(getpid())\n".utf8)
        self.file = file
    }

    deinit {
        // Closing is not enough: a child between fork and exec also holds the descriptor.
        _ = flock(file.rawValue, LOCK_UN)
        try? file.close()
    }

    /// Whether a process has the lock; false if there is no file.
    public static func isHeld(_ path: String) -> Bool {
        // Absent is nil: a missing file is not locked.
        guard let file = try? FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec) else {
            return false
        }
        defer { try? file.close() }
        // A shared lock, so that two concurrent checks do not see each other.
        return lock(file, kind: LOCK_SH) == .wouldBlock
    }

    private static func lock(_ file: FileDescriptor, kind: Int32 = LOCK_EX) -> Errno? {
        while flock(file.rawValue, kind | LOCK_NB) != 0 {
            let error = Errno(rawValue: errno)
            if error != .interrupted { return error }
        }
        return nil
    }

    private static func owner(_ file: FileDescriptor) -> String {
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            // Absent is nil: the message calls the holder unknown.
            unsafe (try? file.read(fromAbsoluteOffset: 0, into: buffer)) ?? 0
        }
        let digits = bytes.prefix(count).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return digits.isEmpty ? "unknown" : String(decoding: digits, as: UTF8.self)
    }
}
