/// A stream of bytes.
public protocol ByteSource {
    /// Reads the next bytes into a buffer.
    ///
    /// - Parameters:
    ///   - buffer: The destination; its count does not change.
    ///   - offset: Where in the buffer to write; at most `buffer.count - offset` bytes are read.
    /// - Returns: The number of bytes read; 0 only at the end or if the buffer has no room.
    /// - Throws: ``ArchiveError``; all bytes returned before are correct.
    mutating func read(into buffer: inout [UInt8], from offset: Int) throws(ArchiveError) -> Int

    /// Whether an end without an error is certainly the real end, for example because an archive's checksum matched.
    var isEndProven: Bool { get }
}

extension ByteSource {
    /// A plain file may have been truncated anywhere.
    public var isEndProven: Bool { false }
}

/// A destination for a stream of bytes.
package protocol ByteOutput {
    /// Appends a block.
    ///
    /// - Throws: ``ArchiveError`` `unreadable` if the block cannot be written.
    mutating func write(_ bytes: [UInt8]) throws(ArchiveError)
}

/// Bytes that can be read at any position, such as a file.
public protocol RandomAccess: Sendable {
    /// The number of bytes.
    var size: UInt64 { get }

    /// Reads bytes starting at a position.
    ///
    /// - Parameters:
    ///   - position: The position of the first byte.
    ///   - buffer: The destination; its count does not change.
    ///   - range: The part of the buffer to fill.
    /// - Returns: The number of bytes read: fewer than requested only at the end, 0 beyond it.
    /// - Throws: ``ArchiveError`` `unreadable`.
    func read(at position: UInt64, into buffer: inout [UInt8], in range: Range<Int>) throws(ArchiveError) -> Int
}

extension RandomAccess {
    /// Reads `count` bytes, or fewer at the end.
    package func bytes(at position: UInt64, count: Int) throws(ArchiveError) -> [UInt8] {
        let available = position < size ? min(UInt64(max(0, count)), size - position) : 0
        var buffer = [UInt8](repeating: 0, count: Int(available))
        let read = try read(at: position, into: &buffer, in: 0..<buffer.count)
        return Array(buffer.prefix(read))
    }
}

/// An array as random-access bytes, for tests and small bodies.
public struct BytesInMemory: RandomAccess {
    private let bytes: [UInt8]

    /// Wraps an array.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The number of bytes.
    public var size: UInt64 { UInt64(bytes.count) }

    /// Copies bytes starting at a position.
    public func read(
        at position: UInt64,
        into buffer: inout [UInt8],
        in range: Range<Int>
    ) throws(ArchiveError) -> Int {
        guard position < size else { return 0 }
        let range = range.clamped(to: 0..<buffer.count)
        let part = bytes[Int(position)...].prefix(range.count)
        buffer.replaceSubrange(range.lowerBound..<(range.lowerBound + part.count), with: part)
        return part.count
    }
}

/// A part of random-access bytes, readable like a whole.
struct BytesWithin: RandomAccess {
    private let source: any RandomAccess
    private let range: Range<UInt64>

    /// - Parameter range: The part; it must be within the bytes.
    init(_ source: any RandomAccess, range: Range<UInt64>) {
        self.source = source
        self.range = range
    }

    var size: UInt64 { range.upperBound - range.lowerBound }

    func read(at position: UInt64, into buffer: inout [UInt8], in wanted: Range<Int>) throws(ArchiveError) -> Int {
        guard position < size else { return 0 }
        let count = min(wanted.count, Int(clamping: size - position))
        let part = wanted.lowerBound..<(wanted.lowerBound + count)
        return try source.read(at: range.lowerBound + position, into: &buffer, in: part)
    }
}

/// Streams a range of random-access bytes unchanged.
public struct PlainReader: ByteSource {
    private let source: any RandomAccess
    private var position: UInt64
    private let end: UInt64
    private let largestBlock: Int

    /// Creates a stream over all or part of the bytes.
    ///
    /// - Parameters:
    ///   - source: The bytes.
    ///   - range: The part to read; nil for all.
    ///   - largestBlock: The most bytes that one read returns.
    public init(_ source: any RandomAccess, range: Range<UInt64>? = nil, largestBlock: Int = .max) {
        self.source = source
        position = range?.lowerBound ?? 0
        end = min(range?.upperBound ?? source.size, source.size)
        self.largestBlock = max(1, largestBlock)
    }

    /// Reads the next bytes into a buffer.
    public mutating func read(into buffer: inout [UInt8], from offset: Int) throws(ArchiveError) -> Int {
        guard position < end, offset < buffer.count else { return 0 }
        let count = min(buffer.count - offset, largestBlock, Int(clamping: end - position))
        let read = try source.read(at: position, into: &buffer, in: offset..<(offset + count))
        position += UInt64(read)
        return read
    }
}
