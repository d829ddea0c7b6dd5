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
    ///
    /// Of a day's record it is the last whole export's; 0 where none told of it.
    public var exportedAt: Int64
    /// When the newest input was made that is a part of a history and told of the day, in seconds since 1970; 0 for none.
    public var partAt: Int64
    /// The values of a day's record, in the writer's own form; nil for other records.
    public var dayValues: Data?

    /// Makes a mark.
    public init(
        readingKey: String,
        revision: Int,
        checksum: Data,
        exportedAt: Int64,
        partAt: Int64 = 0,
        dayValues: Data? = nil
    ) {
        self.readingKey = readingKey
        self.revision = revision
        self.checksum = checksum
        self.exportedAt = exportedAt
        self.partAt = partAt
        self.dayValues = dayValues
    }
}

/// Whose a file is, as far as the importer remembers.
public enum ImportClaim: Sendable, Hashable {
    /// Nothing says that it is another person's.
    case granted
    /// The file came for another person before.
    case anotherPersonsFile
    /// The file names another person than this person's first one did.
    case namesAnother
    /// The file names the person of another session user's files.
    case namedForAnother
}
