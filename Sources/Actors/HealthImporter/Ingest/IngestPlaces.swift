internal import Files
internal import FoundationEssentials
internal import HTTPDoor
internal import Synchronization
internal import VitalRecords

/// How much posted files may take: bodies of a seat at the same time, its bytes on disk, and the disk's reserve.
final class IngestPlaces: Sendable {
    /// The most bodies of one seat's token at the same time.
    static let bodies = 4
    /// How often the disk is looked at while a body comes, in bytes.
    static let step = 4 << 20

    private let spool: URL
    private let quota: Int
    private let open = Mutex(Shares(share: bodies))

    /// - Parameter quota: The most bytes of one seat's posted files.
    init(_ spool: URL, quota: Int) {
        self.spool = spool
        self.quota = quota
    }

    /// Takes a place for a body; one that is had is followed by ``leave(_:)``.
    ///
    /// - Throws: ``IngestError`` where the seat has too many.
    func enter(_ seat: String) throws(IngestError) {
        guard open.withLock({ $0.enter(seat) }) else { throw IngestError.tooMany }
    }

    /// A body came to its end, whichever.
    func leave(_ seat: String) { open.withLock { $0.leave(seat) } }

    /// Whether a seat's files may grow by so many bytes.
    ///
    /// - Throws: ``IngestError`` that says what is full.
    func check(_ bytes: Int, seat: String) throws(IngestError) {
        let folder = spool.appending(path: seat).path
        guard Self.size(of: folder) <= quota - min(bytes, quota) else { throw IngestError.overQuota(quota) }
        guard DiskReserve(of: spool.deletingLastPathComponent().path).allows(UInt64(max(0, bytes))) else {
            throw IngestError.noSpace
        }
    }

    /// What a folder's files take, those that are still coming too.
    private static func size(of folder: String) -> Int {
        // Absent is nil: what is not there has nothing.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let sizes = names.map { name in
            (try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.size] as? Int) ?? 0
        }
        return Int.clampedSum(sizes)
    }
}
