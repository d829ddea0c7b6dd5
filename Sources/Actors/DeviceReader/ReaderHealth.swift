internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import Outbox
internal import RadioAccess
internal import StoreEngine
internal import VitalRecords

/// Counts what the reader has done since its start.
@ReaderIsolation final class ReaderStatistics {
    /// The events counted.
    enum Counter: String, CaseIterable {
        /// Readings received over links.
        case read
        /// Passive readings that failed.
        case failed
        /// Readings recovered from frames on disk.
        case recovered
        /// Frames that could not be decoded.
        case unreadable
        /// Measurements that yield no reading: control solutions, and those without a result.
        case setAside
        /// Devices left to another hub.
        case yielded
    }

    private var counts: [Counter: Int64] = [.read: 0, .failed: 0, .recovered: 0, .unreadable: 0]
    /// When a link last ended normally.
    private(set) var lastSuccess: Date?

    /// The counters by name; `yielded` and `setAside` are included only if they are not zero.
    var counters: [String: Int64] {
        Dictionary(uniqueKeysWithValues: counts.map { ($0.key.rawValue, $0.value) })
    }

    func add(_ count: Int = 1, to counter: Counter) {
        counts[counter, default: 0] += Int64(count)
    }

    func succeeded(at now: Date) {
        lastSuccess = now
    }
}

/// Reports the reader's health: the outbox's depth, the last reading and the problems.
@ReaderIsolation struct ReaderHealth: ReaderService {
    let foundation: ReaderFoundation
    let watch: RadioWatch
    let passive: PassiveReporter

    func facts() async -> HealthFacts {
        var facts = HealthFacts()
        facts.lastSuccess = statistics.lastSuccess
        facts.counters = statistics.counters.merging(await foundation.hooks.counters) { $1 }
        if let cause = watch.cause {
            if !cause.isNote { facts.status = .degraded }
            facts.problems = [cause.fault]
        }
        // A problem of one device does not make the hub unhealthy.
        facts.problems += passive.troubles(at: environment.steady())
        await addDepth(to: &facts)
        if let catalogueProblem = foundation.catalogueProblem {
            facts.status = .degraded
            facts.problems += [WireFault(code: "catalogueFile", message: catalogueProblem, retriable: false)]
        }
        let state = await store.health
        if !state.isWritable {
            facts.status = .failed
            let message = state.lastError?.message ?? "the outbox cannot be written"
            facts.problems.insert(WireFault(code: "storeUnavailable", message: message, retriable: true), at: 0)
        }
        return facts
    }

    private func addDepth(to facts: inout HealthFacts) async {
        do {
            let depth = try await store.depth()
            facts.queueDepths = [
                "outbox": depth.readings, "undecodedFrames": depth.undecodedFrames, "parked": depth.parked,
            ]
            facts.oldestAgeSeconds = depth.oldest.map {
                max(0, Int(clamping: environment.now().timeIntervalSince($0)))
            }
        } catch {
            logger.warning("could not read the outbox's length for the health message", metadata: ["error": "\(error)"])
        }
    }
}
