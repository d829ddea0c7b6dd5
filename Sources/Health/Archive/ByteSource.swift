/// Bytes that come one block after another.
public protocol ByteSource {
    /// Puts the next bytes into a buffer.
    ///
    /// - Parameters:
    ///   - buffer: Keeps its count.
    ///   - offset: Where the bytes go; at most `buffer.count - offset` come.
    /// - Returns: How many came, 0 only at the end or where there is no room.
    /// - Throws: ``ArchiveError``; the bytes before were right.
    mutating func read(into buffer: inout [UInt8], from offset: Int) throws(ArchiveError) -> Int
}

/// Takes bytes in, one block after another.
package protocol ByteOutput {
    /// Takes a block in.
    ///
    /// - Throws: ``ArchiveError`` with `unreadable` where it cannot be written.
    mutating func write(_ bytes: [UInt8]) throws(ArchiveError)
}

/// Bytes that can be read at any place, for example a file.
public protocol RandomAccess: Sendable {
    /// How many there are.
    var size: UInt64 { get }

    /// Reads bytes from a place on.
    ///
    /// - Parameters:
    ///   - position: Where the first one is.
    ///   - buffer: Keeps its count.
    ///   - range: Where in the buffer they go.
    /// - Returns: How many came: fewer than asked for only at the end, 0 behind it.
    /// - Throws: ``ArchiveError`` with `unreadable`.
    func read(at position: UInt64, into buffer: inout [UInt8], _ range: Range<Int>) throws(ArchiveError) -> Int
}

extension RandomAccess {
    /// Reads a count of bytes, or fewer at the end.
    package func bytes(at position: UInt64, count: Int) throws(ArchiveError) -> [UInt8] {
        let available = position < size ? min(UInt64(max(0, count)), size - position) : 0
        var buffer = [UInt8](repeating: 0, count: Int(available))
        let read = try read(at: position, into: &buffer, 0..<buffer.count)
        return Array(buffer.prefix(read))
    }
}

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
