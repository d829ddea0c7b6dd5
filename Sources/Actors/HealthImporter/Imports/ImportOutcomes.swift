internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import VitalRecords

/// Counts and logs the outcomes of imports.
@ImporterIsolation final class ImportOutcomes: ImporterPart {
    /// When an import last succeeded.
    private(set) var lastSuccess: Date?
    private(set) var counters: [String: Int64] = ["imports": 0, "held": 0, "failed": 0, "records": 0]
    /// Why each seat's last import is held.
    private(set) var holds: [String: String] = [:]
    let parts: ImporterParts

    init(_ parts: ImporterParts) { self.parts = parts }

    func note(_ facts: ImportFacts, seat: String) {
        counters["imports", default: 0] += 1
        counters["records", default: 0] += Int64(Int.clampedSum(facts.created, facts.updated))
        holds[seat] = nil
        switch facts.state {
        case .held:
            counters["held", default: 0] += 1
            let message = facts.error?.message ?? "held"
            holds[seat] = message
            logger.warning("an import is held", metadata: ["seat": "\(seat)", "reason": "\(message)"])
        case .failed:
            counters["failed", default: 0] += 1
            logger.error("an import failed", metadata: ["seat": "\(seat)", "error": "\(facts.error?.message ?? "")"])
        default:
            lastSuccess = environment.now()
            activity.note("health data imported", ["seat": seat, "records": "\(facts.created)"])
        }
    }
}
