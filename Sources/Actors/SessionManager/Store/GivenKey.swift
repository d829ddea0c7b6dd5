public import FoundationEssentials

/// A reading key and what it was given to.
public struct GivenKey: Sendable, Hashable {
    /// The key.
    public let readingKey: String
    /// The session it was given to; nil for a discarded one.
    public let sessionID: String?
    /// The user it was given to.
    public let userID: String?
    /// The user's organization.
    public let organizationID: String?
    /// The record's name at the destination; nil for a discarded one.
    public let logID: String?
    /// The newest revision, whoever made it.
    public let revision: Int
    /// The newest revision that the reading's producer made, counted apart: an operator's revision 2 is not its own.
    public let producerRevision: Int
    /// The destination's id of a record whose row is past its retention.
    let destinationID: String?
    /// The key whose measurement it is, if another hub's reading came first.
    public let mergedInto: String?
    /// Where it was made.
    public let hub: String
    /// When the hub heard it.
    public let seenAt: Date
    /// Whether an operator has corrected, changed or deleted what the producer said: what the producer says later does
    /// not undo that.
    public let isChangedByHand: Bool
    /// The last grant of a record whose row is past its retention.
    let lastFence: Int64
}
