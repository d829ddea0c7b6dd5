/// A file of a zip archive, as the archive lists it.
public struct ZipEntry: Hashable, Sendable {
    /// Its path, with `/` between folders.
    ///
    /// Names that are not marked as UTF-8 are read as UTF-8 where they are that, else as code page 437: a label, never a
    /// place to write to.
    public let name: String
    /// How many bytes it takes in the archive; nil where the archive's list is lost.
    public let compressedSize: UInt64?
    /// How many bytes it has; nil where the archive's list is lost.
    ///
    /// Programs without ZIP64 write what is left after division by 4 GiB, so it is a hint.
    public let size: UInt64?
    /// Whether it is encrypted.
    public let isEncrypted: Bool
    /// How it is compressed: 0 not at all, 8 deflate.
    public let method: UInt16
    /// The CRC-32 of its bytes; nil where the archive's list is lost.
    let checksum: UInt32?
    /// Where its local header is said to begin.
    let headerOffset: UInt64

    /// Whether it is a folder.
    public var isFolder: Bool { name.hasSuffix("/") }
    /// The name without its folders.
    public var lastComponent: String { name.split(separator: "/").last.map(String.init) ?? name }
}
