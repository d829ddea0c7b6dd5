/// Takes bytes in, one block after another.
package protocol ByteOutput {
    /// Takes a block in.
    ///
    /// - Throws: ``ArchiveError`` with `unreadable` where it cannot be written.
    mutating func write(_ bytes: [UInt8]) throws(ArchiveError)
}
