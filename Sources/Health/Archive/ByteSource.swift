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
