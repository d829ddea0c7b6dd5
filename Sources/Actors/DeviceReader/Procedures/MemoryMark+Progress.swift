internal import DurableStore

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
