public import ActorRuntime
public import BusContract
internal import FoundationEssentials
internal import JobStore
internal import MessageBus
internal import Outbox
internal import StoreEngine
internal import VitalRecords

extension OCRWorkerActor {
    /// The worker's queue depths, counters and problems.
    public func health() async -> HealthFacts {
        var facts = HealthFacts()
        facts.counters = await lanes.counters
        facts.lastSuccess = await lanes.lastSuccess
        if let problem = await lanes.problem { facts.problems.append(problem) }
        do {
            let depth = try await store.outbox.depth()
            facts.queueDepths["outbox"] = depth.readings
            facts.oldestAgeSeconds = depth.oldest.map {
                max(0, Int(clamping: context.environment.now().timeIntervalSince($0)))
            }
            let depths = try await photos.store.depths()
            facts.queueDepths["pending"] = depths.waiting
            facts.queueDepths["reading"] = depths.reading
            if let standstill = try await standstill() { facts.problems.append(standstill) }
        } catch {
            facts.problems.append(WireFault(code: "storeUnavailable", message: error.plainWords, retriable: true))
        }
        facts.counters.merge(await streams.counters) { $1 }
        facts.queueDepths["streams"] = await streams.count
        if !facts.problems.isEmpty { facts.status = .degraded }
        let states = [await store.outbox.health, await photos.store.health]
        let unreadable = states.reduce(await lanes.unreadableRows) { $0 + $1.unreadableRows }
        if unreadable > 0 { facts.counters["unreadableRows"] = Int64(unreadable) }
        for state in states where !state.isWritable {
            facts.status = .failed
            let message = state.lastError?.message ?? "a store cannot be written"
            facts.problems.append(WireFault(code: "storeUnavailable", message: message, retriable: true))
        }
        return facts
    }

    /// The problem of pictures that have waited for more than a minute.
    private func standstill() async throws -> WireFault? {
        guard let oldest = try await photos.store.oldestWaiting() else { return nil }
        let age = Int(clamping: context.environment.now().timeIntervalSince(oldest.since))
        guard age > 60 else { return nil }
        return WireFault(
            code: "picturesWait",
            message: "pictures are queued, the oldest, of \(oldest.seat.map { "seat \($0)" } ?? "no seat"), for "
                + "\(age) s: raise ocr.lanes, or see the log of ocr-worker",
            retriable: true
        )
    }
}
