internal import DeliveryRules
public import FoundationEssentials
internal import GRDB
internal import StoreEngine

/// A reading key and its owner.
public struct GivenKey: Sendable, Hashable {
    /// The key.
    public let readingKey: String
    /// The session it was given to; nil for a discarded reading.
    public let sessionID: String?
    /// The user it was given to.
    public let userID: String?
    /// The user's organization.
    public let organizationID: String?
    /// The record's name at the destination; nil for a discarded reading.
    public let logID: String?
    /// The newest revision, by the producer or an operator.
    public let revision: Int
    /// The newest revision by the reading's producer, counted separately from an operator's revisions.
    public let producerRevision: Int
    /// The destination's id for a record whose row was deleted after its retention.
    let destinationID: String?
    /// The key of the same measurement, if another hub's reading came first.
    public let mergedInto: String?
    /// The hub that made the reading.
    public let hub: String
    /// When the hub heard it.
    public let seenAt: Date
    /// Whether an operator has corrected, changed or deleted the reading; later revisions by its producer do not undo
    /// that.
    public let isChangedByHand: Bool
    /// The last fence of a record whose row was deleted after its retention.
    let lastFence: Int64
}

extension GivenKey {
    /// Loads a key; nil if it has no owner.
    static func fetch(_ database: Database, readingKey: String) throws -> GivenKey? {
        try database.readFirstCached(
            sql: "SELECT * FROM keys_given WHERE reading_key = ?",
            arguments: [readingKey],
            GivenKey.init(row:)
        )
    }

    private init(row: Row) throws {
        readingKey = try row.value("reading_key")
        sessionID = try row.optional("session_id")
        userID = try row.optional("user_id")
        organizationID = try row.optional("organization_id")
        logID = try row.optional("log_id")
        revision = try row.value("revision")
        producerRevision = try row.value("producer_revision")
        destinationID = try row.optional("destination_id")
        mergedInto = try row.optional("merged_into")
        hub = try row.value("hub")
        seenAt = StoreTime.date(try row.value("seen_at"))
        isChangedByHand = try row.value("changed_by_hand")
        lastFence = try row.value("last_fence")
    }
}

/// A reading with the same device and bytes as another, given or held.
public struct MergeCandidate: Sendable, Hashable {
    /// Its key.
    public let readingKey: String
    /// The hub that made the reading.
    public let hub: String
    /// When the hub heard it.
    public let seenAt: Date
}
