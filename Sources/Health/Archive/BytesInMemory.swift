/// Bytes in memory, read as a file is; for tests and for bodies that are small.
public struct BytesInMemory: RandomAccess {
    private let bytes: [UInt8]

    /// Takes the bytes.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// How many there are.
    public var size: UInt64 { UInt64(bytes.count) }

    /// Reads bytes from a place on.
    public func read(
        at position: UInt64,
        into buffer: inout [UInt8],
        _ range: Range<Int>
    ) throws(ArchiveError) -> Int {
        guard position < size else { return 0 }
        let range = range.clamped(to: 0..<buffer.count)
        let part = bytes[Int(position)...].prefix(range.count)
        buffer.replaceSubrange(range.lowerBound..<(range.lowerBound + part.count), with: part)
        return part.count
    }
}
