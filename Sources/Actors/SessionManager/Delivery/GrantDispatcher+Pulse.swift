internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import MessageBus
internal import QueueStore
internal import VitalRecords

extension GrantDispatcher {
    /// How many records become due at a time, so that live records get in between.
    private static let slice = 500

    /// Updates the pulse of each destination with the outcomes of its attempts.
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
        // A pause of up to 2 s is the uploader's own, before it looks up what it possibly sent.
        guard !outcome.possiblySent || seconds > 2 else { return .trouble }
        // A 429 already holds its session, and the uploader itself chose the other two waits: the destination asked for
        // none.
        guard !["http429", "lookupUnanswered", "patientMoved"].contains(outcome.error?.code) else { return nil }
        // Hastening never shortens a wait longer than the back-off's cap.
        return .asked(until: line.clock.now + min(.seconds(seconds), backoff.cap))
    }

    /// Makes records due that need not wait until their back-off ends.
    func followPulse() async throws {
        var acts = pulse.due(now: line.clock.now)
        if !acts.isEmpty { line.changes.add() }
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
        // The destination asked for each longer wait, so those records keep their time.
        let within = line.clock.now + backoff.cap
        return try await store.delivery.hasten(api, limit: limit, within: within, at: line.time)
    }
}
