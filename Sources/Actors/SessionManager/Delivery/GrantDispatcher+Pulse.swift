internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import MessageBus
internal import QueueStore
internal import VitalRecords

extension GrantDispatcher {
    /// How many records become due at a time, so that live ones get in between.
    private static let slice = 500

    /// Takes in what attempts showed of their destinations.
    func feel(_ outcomes: [UploadAck.Outcome], settled: [Settlement]) {
        for (outcome, settlement) in zip(outcomes, settled) {
            if outcome.error?.code == FaultCodes.unreadableRow, settlement.actions.contains(.persist) {
                noteUnreadable(outcome.logID.rawValue, seat: nil)
            }
            guard let api = settlement.destination, settlement.actions.contains(.persist) else { continue }
            switch outcome.result {
            case .done: pulse.note(.well, of: api, now: line.clock.now)
            case .retry:
                if let beat = beat(outcome) { pulse.note(beat, of: api, now: line.clock.now) }
            default: break
            }
        }
    }

    private func beat(_ outcome: UploadAck.Outcome) -> DestinationPulse.Beat? {
        guard let seconds = outcome.retryAfterSeconds, seconds > 0 else { return .trouble }
        // An uploader's own pause before it looks for what it possibly sent.
        guard !outcome.possiblySent || seconds > 2 else { return .trouble }
        // A 429 holds its session by itself, and a wait for a list that lags is not what the destination asked for.
        guard !["http429", "lookupUnanswered", "patientMoved"].contains(outcome.error?.code) else { return nil }
        // Longer waits are their records' own: hastening leaves them alone.
        return .asked(until: line.clock.now + min(.seconds(seconds), backoff.cap))
    }

    /// Makes due what need not wait for its back-off's end.
    func followPulse() async throws {
        var acts = pulse.due(now: line.clock.now)
        do {
            while let act = acts.first {
                switch act {
                case .probe(let api): _ = try await hasten(api, limit: 1)
                case .hasten(let api): while try await hasten(api, limit: Self.slice) == Self.slice {}
                }
                acts.removeFirst()
            }
        } catch {
            for act in acts { pulse.redo(act, now: line.clock.now) }
            throw error
        }
    }

    private func hasten(_ api: String, limit: Int) async throws -> Int {
        // Longer waits are no back-off's: the destination asked for them.
        let within = line.clock.now + backoff.cap
        return try await store.delivery.hasten(api, limit: limit, within: within, at: line.time)
    }
}
