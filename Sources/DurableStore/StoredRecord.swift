public import Delivery
public import FoundationEssentials

/// A record of the queue with its delivery.
public struct StoredRecord: Sendable, Hashable {
    /// Its delivery; has the log id, the revision and the state.
    public internal(set) var entry: QueueEntry
    /// The session it belongs to.
    public internal(set) var sessionID: String
    /// Whom it measures.
    public let seat: String
    /// Where the reading was made; `site` if nowhere.
    public let hub: String
    /// The present revision as JSON.
    public internal(set) var record: Data
    /// The revision that waits for the lease, as JSON.
    public internal(set) var waitingRecord: Data?
    /// Whether it is history, which goes after everything live.
    public let isHistory: Bool
    /// When it was accepted first.
    public let createdAt: Date
    /// The destination's id of it, where it has been told and the record was not deleted since.
    public internal(set) var destinationID: String?
    /// The last error's code, settled or not.
    public internal(set) var lastError: String?
}
