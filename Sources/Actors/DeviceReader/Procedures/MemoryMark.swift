internal import Outbox

/// How far a memory of numbered records is read.
///
/// The run from ``first`` to ``last`` is kept without a hole. It is believed on a later link only after the record at
/// ``last`` came again and is the same.
struct MemoryMark: Sendable, Hashable {
    /// From here on the numbers may start again at 0 soon, and those would be hidden: all is read.
    static let highestUsable: UInt16 = 65_000

    /// The lowest number of the run.
    var first: UInt16
    /// The highest number of the run.
    var last: UInt16
    /// The checksum of the record at ``last``.
    var checksum: UInt64
    /// Whether nothing of the memory lies before ``first``.
    var isComplete: Bool

    /// FNV-1a over a frame (http://www.isthe.com/chongo/tech/comp/fnv): it tells two records apart and is no secret.
    static func checksum(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

extension MemoryMark {
    /// What an earlier link left.
    init(_ progress: DeviceProgress) {
        self.init(
            first: progress.firstSequence,
            last: progress.lastSequence,
            checksum: UInt64(bitPattern: progress.lastChecksum),
            isComplete: progress.completedAt != nil
        )
    }
}
