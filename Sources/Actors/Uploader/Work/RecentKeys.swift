/// The grants that were answered lately, so that a message that comes twice starts nothing.
///
/// Forgets the oldest.
struct RecentKeys: Sendable {
    private static let limit = 4_096

    private var keys: Set<WorkKey> = []
    private var order: [WorkKey] = []

    func contains(_ key: WorkKey) -> Bool { keys.contains(key) }

    mutating func insert(_ key: WorkKey) {
        guard keys.insert(key).inserted else { return }
        order.append(key)
        guard order.count > 2 * Self.limit else { return }
        for old in order.prefix(Self.limit) { keys.remove(old) }
        order.removeFirst(Self.limit)
    }
}
