public import DeliveryRules
public import FoundationEssentials

/// One attempt as the ledger has it.
public struct StoredAttempt: Sendable, Hashable {
    /// What was attempted and how far it got.
    public let entry: AttemptLedgerEntry
    /// The session under which it was sent.
    public let sessionID: String
    /// When it started.
    public let startedAt: Date
    /// Where the destination shows the image that was sent.
    public let mediaURL: String?
}
