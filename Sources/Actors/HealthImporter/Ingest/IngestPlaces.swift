internal import Files
internal import FoundationEssentials
internal import HTTPDoor
internal import Synchronization
internal import VitalRecords

/// Limits uploads: concurrent bodies of a seat, its bytes on disk, and the disk's reserve.
final class IngestPlaces: Sendable {
    /// The largest number of concurrent bodies for one seat's token.
    static let bodies = 4
    /// How many bytes may arrive between checks of the disk.
    static let step = 4 << 20

    private let spool: URL
    private let quota: Int
    private let open = Mutex(Shares(share: bodies))

    /// - Parameter quota: The limit for one seat's posted files, in bytes.
    init(_ spool: URL, quota: Int) {
        self.spool = spool
        self.quota = quota
    }

    /// Takes a place for a body, which ``leave(_:)`` must release.
    ///
    /// - Throws: ``IngestError`` if the seat has too many.
    func enter(_ seat: String) throws(IngestError) {
        guard open.withLock({ $0.enter(seat) }) else { throw IngestError.tooMany }
    }

    /// Releases the place of a body, whether complete or not.
    func leave(_ seat: String) { open.withLock { $0.leave(seat) } }

    /// Checks that a seat's files may grow by a number of bytes.
    ///
    /// - Throws: ``IngestError`` that names what is full.
    func check(_ bytes: Int, seat: String) throws(IngestError) {
        let folder = spool.appending(path: seat).path
        guard Self.size(of: folder) <= quota - min(bytes, quota) else { throw IngestError.overQuota(quota) }
        guard DiskReserve(of: spool.deletingLastPathComponent().path).allows(UInt64(max(0, bytes))) else {
            throw IngestError.noSpace
        }
    }

    /// The size of a folder's files, including those still arriving.
    private static func size(of folder: String) -> Int {
        // Absent is nil: a missing folder is empty.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let sizes = names.map { name in
            (try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.size] as? Int) ?? 0
        }
        return Int.clampedSum(sizes)
    }
}
