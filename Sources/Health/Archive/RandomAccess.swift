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
