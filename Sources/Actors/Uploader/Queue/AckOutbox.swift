internal import MessageBus

/// Outcomes that the owner has not confirmed, in order of arrival.
///
/// Pure.
package struct AckOutbox: Sendable {
    /// The most bytes of outcomes in one answer: the rest of a message after its envelope.
    package static var batchBytes: Int { BusMessage.payloadLimit - 2_048 }

    /// With so many waiting no new work is taken: an owner that cannot keep up must not be given more to commit.
    package static var limit: Int { 4 * UploadOutcome.batch }

    private var outcomes: [WorkKey: UploadOutcome] = [:]
    private var order: [WorkKey] = []

    /// Creates an empty outbox.
    package init() {}

    /// The number of waiting outcomes.
    package var count: Int { outcomes.count }
    /// Whether new work may be taken.
    package var hasRoom: Bool { outcomes.count < Self.limit }
    /// Whether the owner has all.
    package var isEmpty: Bool { outcomes.isEmpty }

    /// All that wait, oldest first.
    package var all: [UploadOutcome] { order.compactMap { outcomes[$0] } }

    /// A waiting outcome among the wanted ones.
    package func first(where isWanted: (UploadOutcome) -> Bool) -> UploadOutcome? {
        outcomes.values.first(where: isWanted)
    }

    /// Whether an outcome of a grant waits.
    package func holds(_ key: WorkKey) -> Bool { outcomes[key] != nil }

    /// Adds an outcome.
    ///
    /// The first outcome of a grant stays, unless a later one reports that the work is done.
    package mutating func add(_ outcome: UploadOutcome) {
        if outcomes[outcome.key] == nil {
            order.append(outcome.key)
            outcomes[outcome.key] = outcome
        } else if outcome.isDone {
            outcomes[outcome.key] = outcome
        }
    }

    /// The next outcomes to report, oldest first, as many as fit into one message; at least one, if any waits.
    package var next: [UploadOutcome] {
        let waiting = order.prefix(UploadOutcome.batch).compactMap { outcomes[$0] }
        var left = Self.batchBytes
        let surelyFit = waiting.allSatisfy { outcome in
            let most = outcome.mostBytes
            guard most < left else { return false }
            left -= most + 1  // In range: just compared. There is a comma between two.
            return true
        }
        if surelyFit { return waiting }
        var bytes = 0
        let fitting = waiting.prefix { outcome in
            // Two are separated by a comma.
            // Absent is nil: an outcome that cannot be measured is sent, and the failure is reported there.
            bytes += 1 + ((try? WireJSON.encode(outcome.wire).count) ?? 0)
            return bytes <= Self.batchBytes
        }
        return fitting.isEmpty ? Array(waiting.prefix(1)) : Array(fitting)
    }

    /// The reported outcomes that the owner has confirmed unchanged; one that changed since is reported again.
    package func settled(told: [UploadOutcome], confirmed: [WorkKey]) -> [UploadOutcome] {
        let named = Set(confirmed)
        return told.filter { named.contains($0.key) && outcomes[$0.key] == $0 }
    }

    /// Removes outcomes that the owner has confirmed, and moves the ones it left out to the end.
    ///
    /// - Returns: The confirmed outcomes.
    @discardableResult
    package mutating func settle(told: [UploadOutcome], confirmed: [WorkKey]) -> [UploadOutcome] {
        let settled = settled(told: told, confirmed: confirmed)
        for outcome in settled { outcomes[outcome.key] = nil }
        let asked = Set(told.map(\.key))
        let left = order.filter { outcomes[$0] != nil }
        order = left.filter { !asked.contains($0) } + left.filter { asked.contains($0) }
        return settled
    }
}
