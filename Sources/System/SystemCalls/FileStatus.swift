#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Whose a file is, and who may do what with it (stat(2), symbolic links followed).
///
/// It is asked for here, where nobody imports Foundation: where somebody of a module does, the compiler at times takes C's
/// structure for one of CoreFoundation's, and the module does not build.
public struct FileStatus: Sendable, Hashable {
    /// The user that it belongs to.
    public let owner: UInt32
    /// The group that it belongs to.
    public let group: UInt32
    /// Its kind and its rights.
    public let mode: UInt32
    /// Its bytes.
    public let size: Int
    /// What it is on this machine, whatever it is called: its file system and its number there.
    public let identity: [UInt64]

    /// Asks for a file or directory; nil where there is none, or it is not to be asked.
    public init?(at path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (owner, group, mode) = (status.st_uid, status.st_gid, status.st_mode)
        size = Int(clamping: status.st_size)
        identity = [UInt64(status.st_dev), UInt64(status.st_ino)]
    }
}
