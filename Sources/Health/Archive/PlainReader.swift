/// Reads bytes from a place on, as they are.
public struct PlainReader: ByteSource {
    private let source: any RandomAccess
    private var position: UInt64
    private let end: UInt64
    private let largestBlock: Int

    /// Reads a part, or all, of the bytes.
    ///
    /// - Parameters:
    ///   - source: The bytes.
    ///   - range: Which of them; nil for all.
    ///   - largestBlock: How many come at once at most.
    public init(_ source: any RandomAccess, _ range: Range<UInt64>? = nil, largestBlock: Int = .max) {
        self.source = source
        position = range?.lowerBound ?? 0
        end = min(range?.upperBound ?? source.size, source.size)
        self.largestBlock = max(1, largestBlock)
    }

    /// Puts the next bytes into a buffer.
    public mutating func read(into buffer: inout [UInt8], from offset: Int) throws(ArchiveError) -> Int {
        guard position < end, offset < buffer.count else { return 0 }
        let count = min(buffer.count - offset, largestBlock, Int(clamping: end - position))
        let read = try source.read(at: position, into: &buffer, offset..<(offset + count))
        position += UInt64(read)
        return read
    }
}
