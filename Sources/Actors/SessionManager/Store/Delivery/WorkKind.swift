/// What a row of the queue is, in the order in which it goes: live records, history, images.
///
/// The column `kind` has its number, so that indexes and counts are by kind and in this order.
public enum WorkKind: Int, Sendable, Hashable, CaseIterable {
    /// A record that was measured just now.
    case live = 0
    /// A record of the past.
    case history = 1
    /// An image of a record that is at the destination.
    case image = 2
}
