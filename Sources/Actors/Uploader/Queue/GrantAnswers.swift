/// What grants were answered with, until the owner confirms it and for a while after, so that a message that comes twice
/// starts nothing.
package struct GrantAnswers: Sendable {
    /// The answers that the owner has not confirmed.
    package var acks = AckOutbox()
    private var recent: Set<WorkKey> = []
    private var order: [WorkKey] = []

    /// Remembers none.
    package init() {}

    /// Whether a grant is answered.
    package func holds(_ key: WorkKey) -> Bool { acks.holds(key) || recent.contains(key) }

    /// Remembers that a grant is finished, whichever part answers for it.
    package mutating func remember(_ key: WorkKey) {
        guard recent.insert(key).inserted else { return }
        order.append(key)
        guard order.count > 2 * UploadOutcome.memory else { return }
        for old in order.prefix(UploadOutcome.memory) { recent.remove(old) }
        order.removeFirst(UploadOutcome.memory)
    }

    /// Puts an outcome before the owner.
    package mutating func add(_ outcome: UploadOutcome) {
        remember(outcome.key)
        acks.add(outcome)
    }
}
