#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The space of a file system (statvfs(3)).
public struct DiskSpace: Sendable, Hashable {
    /// Bytes that a process without privileges can still write.
    public let freeBytes: Int64
    /// The size in bytes, without the blocks reserved for root, as in df(1).
    public let totalBytes: Int64

    /// Queries the file system of a path; nil if the path does not exist, or cannot be accessed.
    public init?(at path: String) {
        var facts = statvfs()
        guard statvfs(path, &facts) == 0 else { return nil }
        freeBytes = Self.bytes(UInt64(facts.f_bavail), of: UInt64(facts.f_frsize))
        let used = UInt64(facts.f_blocks) - min(UInt64(facts.f_bfree), UInt64(facts.f_blocks))
        let size = used.addingReportingOverflow(UInt64(facts.f_bavail))
        totalBytes = size.overflow ? .max : Self.bytes(size.partialValue, of: UInt64(facts.f_frsize))
    }

    private static func bytes(_ blocks: UInt64, of size: UInt64) -> Int64 {
        let (product, isOver) = blocks.multipliedReportingOverflow(by: size)
        return isOver ? .max : Int64(clamping: product)
    }
}
