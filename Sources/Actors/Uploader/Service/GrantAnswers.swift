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

/// What grants were answered with, until the owner confirms it and for a while after.
struct GrantAnswers: Sendable {
    /// What the owner has not confirmed.
    var acks = AckOutbox()
    private var recent = RecentKeys()

    /// Whether a grant is answered.
    func holds(_ key: WorkKey) -> Bool { acks.holds(key) || recent.contains(key) }

    /// Remembers that a grant is dealt with, whoever answers for it.
    mutating func remember(_ key: WorkKey) { recent.insert(key) }

    /// Puts an outcome before the owner.
    mutating func add(_ outcome: UploadOutcome) {
        recent.insert(outcome.key)
        acks.add(outcome)
    }

    /// What is known of a record that was delivered under an earlier grant, whose answer is still on its way to the owner:
    /// nothing is sent again.
    func known(_ held: HeldItem) -> UploadOutcome? {
        acks.knownDone(held.key.logID, revision: held.work.revision).map { done in
            var known = UploadOutcome(unsent: held.work, result: done.result)
            known.url = done.url
            return known
        }
    }
}

extension UploadOutcome {
    /// An outcome of work for which no request was made under its grant.
    init(unsent work: GrantedWork, result: Result) {
        self.init(key: work.key, revision: work.revision, result: result, possiblySent: false, requests: 0)
    }
}
