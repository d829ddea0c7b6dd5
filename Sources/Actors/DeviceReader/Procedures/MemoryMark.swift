internal import Outbox

/// Marks how far a memory of numbered records has been read.
///
/// The records from ``first`` to ``last`` are stored without a gap. A later link trusts the mark only after the record at
/// ``last`` has arrived again unchanged.
struct MemoryMark: Sendable, Hashable {
    /// Above this number the numbering may soon restart at 0, which the mark would hide, so everything is read.
    static let highestUsable: UInt16 = 65_000

    /// The lowest number of the run.
    var first: UInt16
    /// The highest number of the run.
    var last: UInt16
    /// The checksum of the record at ``last``.
    var checksum: UInt64
    /// Whether the memory has no record before ``first``.
    var isComplete: Bool

    /// FNV-1a over a frame (http://www.isthe.com/chongo/tech/comp/fnv), which distinguishes records and need not be
    /// secure.
    static func checksum(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

extension MemoryMark {
    /// The mark that an earlier link stored.
    init(_ progress: DeviceProgress) {
        self.init(
            first: progress.firstSequence,
            last: progress.lastSequence,
            checksum: UInt64(bitPattern: progress.lastChecksum),
            isComplete: progress.completedAt != nil
        )
    }
}
