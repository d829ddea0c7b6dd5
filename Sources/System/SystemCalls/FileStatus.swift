#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file's owner, mode, size, age and identity (stat(2), following symbolic links).
///
/// This module does not import Foundation, because otherwise the compiler sometimes confuses C's structure with one of
/// CoreFoundation's, and the build fails.
public struct FileStatus: Sendable, Hashable {
    /// The owner's user id.
    public let owner: UInt32
    /// The group id.
    public let group: UInt32
    /// The file type and the permissions.
    public let mode: UInt32
    /// The size in bytes.
    public let size: Int
    /// When its content last changed, in nanoseconds since 1970.
    public let modified: Int64
    /// Identifies the file on this machine, whatever its name: the numbers of its file system and inode.
    public let identity: [UInt64]

    /// Queries a file or directory; nil if it does not exist, or cannot be accessed.
    public init?(at path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (owner, group, mode) = (status.st_uid, status.st_gid, status.st_mode)
        size = Int(clamping: status.st_size)
        modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
        identity = [UInt64(status.st_dev), UInt64(status.st_ino)]
    }
}
