package import VitalRecords

/// Records whose common request was refused as a whole, so that each is sent alone from then on.
///
/// Forgets the oldest: a record that is gone needs no place.
package struct Loners: Sendable {
    private static let limit = 2_048

    private var known: Set<LogID> = []
    private var order: [LogID] = []

    /// Knows none.
    package init() {}

    /// Whether a record goes by itself.
    package func contains(_ logID: LogID) -> Bool { known.contains(logID) }

    /// Notes a record.
    package mutating func insert(_ logID: LogID) {
        guard known.insert(logID).inserted else { return }
        order.append(logID)
        guard order.count > 2 * Self.limit else { return }
        for old in order.prefix(Self.limit) { known.remove(old) }
        order.removeFirst(Self.limit)
    }
}
