internal import BusContract
internal import Delivery
internal import DurableStore
internal import FoundationEssentials
internal import MessageBus

extension GrantDispatcher {
    /// How many records become due at a time, so that live ones get in between.
    private static let slice = 500

    /// Takes in what attempts showed of their destinations.
    func feel(_ outcomes: [UploadAck.Outcome], _ settled: [Settlement]) {
        for (outcome, settlement) in zip(outcomes, settled) {
            guard let api = settlement.destination, settlement.actions.contains(.persist) else { continue }
            switch outcome.result {
            case "done": pulse.note(.well, of: api, now: clock.now)
            case "retry" where (outcome.retryAfterSeconds ?? 0) <= 0: pulse.note(.trouble, of: api, now: clock.now)
            default: break
            }
        }
    }

    /// Makes due what need not wait for its back-off's end.
    func followPulse() async throws {
        for act in pulse.due(now: clock.now) {
            switch act {
            case .probe(let api): _ = try await hasten(api, limit: 1)
            case .hasten(let api): while try await hasten(api, limit: Self.slice) == Self.slice {}
            }
        }
    }

    private func hasten(_ api: String, limit: Int) async throws -> Int {
        // Longer waits are no back-off's: the destination asked for them. Shorter ones that it asked for cannot be told apart.
        let within = clock.now + backoff.cap
        return try await store.hasten(api, limit: limit, within: within, at: client.environment.now())
    }
}
