public import FoundationEssentials

/// How far a device's memory of numbered records is read.
public struct DeviceProgress: Sendable, Hashable {
    /// The device's UUID.
    public var device: String
    /// The lowest number of the unbroken run that is kept.
    public var firstSequence: UInt16
    /// The highest number of the run.
    public var lastSequence: UInt16
    /// A checksum of the record with the highest number.
    ///
    /// A memory that has another record there was numbered anew.
    public var lastChecksum: Int64
    /// When the memory was read to its end last, or nil where the run's beginning was never compared with the memory's.
    public var completedAt: Date?

    /// Makes a mark.
    public init(
        device: String,
        firstSequence: UInt16,
        lastSequence: UInt16,
        lastChecksum: Int64,
        completedAt: Date?
    ) {
        self.device = device
        self.firstSequence = firstSequence
        self.lastSequence = lastSequence
        self.lastChecksum = lastChecksum
        self.completedAt = completedAt
    }
}
