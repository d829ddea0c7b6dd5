#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// The space on a file system that large files leave free for readings, which are small and irreplaceable.
public struct DiskReserve: Sendable {
    /// The reserve in bytes: several weeks' data of a busy hub; on a small file system, a tenth of it.
    static let most: UInt64 = 256 << 20

    private let folder: String

    /// Creates the reserve of the file system that contains a folder.
    public init(of folder: String) { self.folder = folder }

    /// Whether a file may grow by this many bytes; true if the free space is unknown.
    public func allows(_ bytes: UInt64) -> Bool {
        var facts = statvfs()
        guard unsafe statvfs(folder, &facts) == 0 else { return true }
        let block = UInt64(facts.f_frsize)
        let (free, isMore) = UInt64(facts.f_bavail).multipliedReportingOverflow(by: block)
        let (total, isVast) = UInt64(facts.f_blocks).multipliedReportingOverflow(by: block)
        return isMore || isVast || Self.allows(bytes, free: free, of: total)
    }

    static func allows(_ bytes: UInt64, free: UInt64, of total: UInt64) -> Bool {
        let reserve = min(most, total / 10)
        return free > reserve && free - reserve >= bytes
    }
}
