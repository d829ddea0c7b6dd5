internal import BusContract
internal import DeliveryRules
internal import MessageBus
package import VitalRecords

/// Outcomes that the owner has not confirmed, in the order they came.
///
/// Pure.
package struct AckOutbox: Sendable {
    /// The most outcomes of one answer (`UploadAck`).
    package static let batch = 64

    /// The most bytes of outcomes in one answer: what is left of a message beside its envelope.
    package static let batchBytes = BusMessage.payloadLimit - 2_048

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

    /// All that wait, oldest first.
    package var all: [UploadOutcome] { order.compactMap { outcomes[$0] } }

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

    /// What to tell next, oldest first, as much as one message takes; one at least, where any waits.
    package var next: [UploadOutcome] {
        let waiting = order.prefix(Self.batch).compactMap { outcomes[$0] }
        var bytes = 0
        let fitting = waiting.prefix { outcome in
            // A comma stands between two.
            // Absent is nil: what cannot be measured is sent, and its failure is told there.
            bytes += 1 + ((try? WireJSON.encode(outcome.forOwner(now: .zero)).count) ?? 0)
            return bytes <= Self.batchBytes
        }
        return fitting.isEmpty ? Array(waiting.prefix(1)) : Array(fitting)
    }

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
