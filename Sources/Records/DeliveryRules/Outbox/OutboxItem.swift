/// One reading of a producer's outbox: its key and revision.
public struct OutboxItem: Sendable, Hashable, Codable {
    /// The reading's key.
    public var readingKey: String
    /// Its revision.
    public var revision: Int

    /// Creates an item.
    public init(readingKey: String, revision: Int) {
        self.readingKey = readingKey
        self.revision = revision
    }
}
