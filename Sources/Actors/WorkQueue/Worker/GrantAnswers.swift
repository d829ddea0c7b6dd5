/// What grants were answered with, until the owner confirms it and for a while after, so that a message that comes twice
/// starts nothing.
package struct GrantAnswers<Outcome: GrantOutcome>: Sendable {
    /// A grant's name.
    package typealias Key = GrantName<Outcome.Name>

    /// What the owner has not confirmed.
    package var acks = AckOutbox<Outcome>()
    private var recent: Set<Key> = []
    private var order: [Key] = []

    /// Remembers none.
    package init() {}

    /// Whether a grant is answered.
    package func holds(_ key: Key) -> Bool { acks.holds(key) || recent.contains(key) }

    /// Remembers that a grant is dealt with, whoever answers for it.
    package mutating func remember(_ key: Key) {
        guard Outcome.memory > 0, recent.insert(key).inserted else { return }
        order.append(key)
        guard order.count > 2 * Outcome.memory else { return }
        for old in order.prefix(Outcome.memory) { recent.remove(old) }
        order.removeFirst(Outcome.memory)
    }

    /// Puts an outcome before the owner.
    package mutating func add(_ outcome: Outcome) {
        remember(outcome.key)
        acks.add(outcome)
    }
}
