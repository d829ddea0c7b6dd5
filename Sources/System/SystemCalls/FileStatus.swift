#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file's owner and permissions (stat(2), symbolic links followed).
///
/// This module does not import Foundation: with it, the compiler sometimes confuses C's structure with one of
/// CoreFoundation's, and the build fails.
public struct FileStatus: Sendable, Hashable {
    /// The user that it belongs to.
    public let owner: UInt32
    /// The group that it belongs to.
    public let group: UInt32
    /// Its kind and its rights.
    public let mode: UInt32
    /// Its bytes.
    public let size: Int
    /// Its identity on this machine, whatever its name: its file system and its inode number.
    public let identity: [UInt64]

    /// Queries a file or directory; nil if it does not exist or may not be queried.
    public init?(at path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (owner, group, mode) = (status.st_uid, status.st_gid, status.st_mode)
        size = Int(clamping: status.st_size)
        identity = [UInt64(status.st_dev), UInt64(status.st_ino)]
    }
}
