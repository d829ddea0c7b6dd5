internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import ImportStore
internal import MessageBus
internal import Outbox
internal import StoreEngine
internal import VitalRecords

/// Reports the importer's health: the outbox's depth, the held imports and the unreadable folders.
@ImporterIsolation struct ImporterHealth: ImporterPart {
    let parts: ImporterParts
    let outcomes: ImportOutcomes
    let folders: FolderService
    /// The upload service; nil if uploads are not configured.
    let ingest: IngestService?

    /// The current facts.
    func facts() async -> HealthFacts {
        var facts = HealthFacts()
        facts.lastSuccess = outcomes.lastSuccess
        facts.counters = outcomes.counters
        facts.problems = folders.problems.sorted { $0.key < $1.key }.map {
            WireFault(code: "folderUnreadable", message: "\($0.key): \($0.value)", retriable: true)
        }
        facts.problems += folders.passedOverWords.map {
            WireFault(code: "folderPassedOver", message: $0, retriable: false)
        }
        if let problem = ingest?.problem ?? ingest?.ended(environment.now()) {
            facts.problems.append(WireFault(code: "ingestUnavailable", message: problem, retriable: true))
        }
        facts.problems += outcomes.holds.sorted { $0.key < $1.key }.prefix(16).map {
            WireFault(code: "importHeld", message: "seat \($0.key): \($0.value)", retriable: false)
        }
        facts.problems += ongoing.waits.problems(environment.now())
        await addDepth(to: &facts)
        if !facts.problems.isEmpty { facts.status = .degraded }
        let state = await store.outbox.health
        if !state.isWritable {
            facts.status = .failed
            let message = state.lastError?.message ?? "the outbox cannot be written"
            facts.problems.insert(WireFault(code: "storeUnavailable", message: message, retriable: true), at: 0)
        }
        return facts
    }

    private func addDepth(to facts: inout HealthFacts) async {
        do {
            let count = try await store.forgottenCount()
            if count > 0 { facts.problems.append(Self.forgotten(count)) }
            let depth = try await store.outbox.depth()
            facts.queueDepths = ["outbox": depth.readings, "parked": depth.parked]
            if depth.parked > 0 { facts.problems.append(Self.parked(depth.parked)) }
            facts.oldestAgeSeconds = depth.oldest.map {
                max(0, Int(clamping: environment.now().timeIntervalSince($0)))
            }
        } catch {
            facts.problems.append(WireFault(code: "storeUnavailable", message: error.plainWords, retriable: true))
        }
    }

    private static func forgotten(_ count: Int) -> WireFault {
        WireFault(
            code: "importsForgotten",
            message:
                "\(count) records have newer revisions at the session manager than in this importer's database, which is new or an older copy. Changes may be missing: import the newest export again",
            retriable: false
        )
    }

    private static func parked(_ count: Int) -> WireFault {
        WireFault(
            code: BusError.Code.payloadTooLarge.rawValue,
            message: "\(count) records cannot be sent and were set aside; the log has their keys",
            retriable: false
        )
    }
}
