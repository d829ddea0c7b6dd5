public import DeliveryRules

/// What an answer changed.
///
/// It is committed; the worker's ledger may be told so.
public struct Settlement: Sendable, Hashable {
    /// The record.
    public let logID: String
    /// The grant's number.
    public let fence: Int64
    /// What the state machine said; empty for a record that the queue does not have.
    public let actions: [DeliveryAction]
    /// Where it was to go; nil for a record that the queue does not have.
    public let destination: String?
}
