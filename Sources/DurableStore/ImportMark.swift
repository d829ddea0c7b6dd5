public import FoundationEssentials

/// What is remembered of a record that an import has handed over.
public struct ImportMark: Sendable, Hashable {
    /// The record's key.
    public var readingKey: String
    /// The revision that was handed over last.
    public var revision: Int
    /// A checksum of its content.
    public var checksum: Data
    /// When the export that told of it last was made, in seconds since 1970.
    public var exportedAt: Int64

    /// Makes a mark.
    public init(readingKey: String, revision: Int, checksum: Data, exportedAt: Int64) {
        self.readingKey = readingKey
        self.revision = revision
        self.checksum = checksum
        self.exportedAt = exportedAt
    }
}
