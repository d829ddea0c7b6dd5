package import VitalRecords

/// Outcomes that the owner has not confirmed, in the order they came.
///
/// Pure.
package struct AckOutbox: Sendable {
    /// The most outcomes of one answer (`UploadAck`); 64 of the longest stay below a message's 64 KiB.
    package static let batch = 64

    /// With so many waiting no new work is taken: an owner that cannot keep up must not be given more to commit.
    package static let limit = 4 * batch

    private var outcomes: [WorkKey: UploadOutcome] = [:]
    private var order: [WorkKey] = []

    /// Makes an empty outbox.
    package init() {}

    /// How many wait.
    package var count: Int { outcomes.count }
    /// Whether new work may be taken.
    package var hasRoom: Bool { outcomes.count < Self.limit }
    /// Whether the owner has all.
    package var isEmpty: Bool { outcomes.isEmpty }

    /// Whether an outcome of a grant waits.
    package func holds(_ key: WorkKey) -> Bool { outcomes[key] != nil }

    /// Adds an outcome.
    ///
    /// The first one of a grant stays, unless a later one says that the destination has the record.
    package mutating func add(_ outcome: UploadOutcome) {
        if outcomes[outcome.key] == nil {
            order.append(outcome.key)
            outcomes[outcome.key] = outcome
        } else if case .done = outcome.result {
            outcomes[outcome.key] = outcome
        }
    }

    /// What to tell next, oldest first.
    package var next: [UploadOutcome] { order.prefix(Self.batch).compactMap { outcomes[$0] } }

    /// Takes out what the owner has confirmed and puts what it passed over behind the rest.
    ///
    /// - Returns: The confirmed outcomes.
    package mutating func settle(told: [UploadOutcome], confirmed: [WorkKey]) -> [UploadOutcome] {
        let named = Set(confirmed)
        // An outcome that changed since it was told is told once more.
        let settled = told.filter { named.contains($0.key) && outcomes[$0.key] == $0 }
        for outcome in settled { outcomes[outcome.key] = nil }
        let asked = Set(told.map(\.key))
        let left = order.filter { outcomes[$0] != nil }
        order = left.filter { !asked.contains($0) } + left.filter { asked.contains($0) }
        return settled
    }

    /// The server's id of a revision that is known here to be at the destination.
    package func knownDone(_ logID: LogID, revision: Int) -> UploadOutcome? {
        outcomes.values.first { outcome in
            guard outcome.key.logID == logID, outcome.revision == revision, case .done = outcome.result else {
                return false
            }
            return true
        }
    }
}
