public import FoundationEssentials

/// The stored mark of a record that an import has handed over.
public struct ImportMark: Sendable, Hashable {
    /// The record's key.
    public var readingKey: String
    /// The last revision handed over.
    public var revision: Int
    /// A checksum of its content.
    public var checksum: Data
    /// When the last export with the record was created, in seconds since 1970.
    ///
    /// For a day's record, only complete exports count; 0 if none contained it.
    public var exportedAt: Int64
    /// When the newest partial history with the day was created, in seconds since 1970; 0 for none.
    public var partAt: Int64
    /// The encoded values of a day's record; nil for other records.
    public var dayValues: Data?

    /// Creates a mark.
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

/// The owner of a file, as far as the importer knows.
public enum ImportClaim: Sendable, Hashable {
    /// There is no sign that it is another person's.
    case granted
    /// The file was imported for another person before.
    case anotherPersonsFile
    /// The file names a different person than this person's first file.
    case namesAnother
    /// The file names the same person as another session user's files.
    case namedForAnother
}
