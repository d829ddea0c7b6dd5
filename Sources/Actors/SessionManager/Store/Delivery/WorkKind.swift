/// The kind of a row of the queue, in sending order: live records, history, images.
///
/// The column `kind` stores its number, so that indexes and counts are by kind, in this order.
public enum WorkKind: Int, Sendable, Hashable, CaseIterable {
    /// A record that was measured just now.
    case live = 0
    /// A record of the past.
    case history = 1
    /// An image of a record that is at the destination.
    case image = 2
}
