public import DeliveryRules
public import FoundationEssentials

/// A picture that is to be read, or was.
public struct StoredJob: Sendable, Hashable {
    /// Where its work stands; the entry's name is the job's id.
    public internal(set) var entry: QueueEntry
    /// The key of the reading that comes of it.
    public let readingKey: String
    /// The picture, as whoever handed it over calls it.
    public let picture: String
    /// What is wanted, as JSON, opaque to the store.
    public let body: Data
    /// The seat that the reading is for.
    public let seat: String?
    /// What came of it, as JSON, opaque to the store; nil while it waits.
    public internal(set) var outcome: Data?
    /// What it has cost its workers so far; at ``strainLimit`` it is given up.
    var strain = 0

    /// The job's id.
    public var id: String { entry.logID }

    /// Makes a new job.
    public init(id: String, readingKey: String, picture: String, body: Data, seat: String?) {
        entry = QueueEntry(logID: id, revision: 1)
        self.readingKey = readingKey
        self.picture = picture
        self.body = body
        self.seat = seat
    }
}
