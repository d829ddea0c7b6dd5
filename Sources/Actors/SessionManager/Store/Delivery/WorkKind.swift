/// The kind of a row of the queue, in sending order: live records, history, images.
///
/// The column `kind` stores its number, so that indexes and counts are by kind, in this order.
public enum WorkKind: Int, Sendable, Hashable, CaseIterable {
    /// A record of a current measurement.
    case live = 0
    /// A record of an earlier measurement.
    case history = 1
    /// An image of a record that is at the destination.
    case image = 2
}
