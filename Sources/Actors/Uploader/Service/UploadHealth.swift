internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import StoreEngine

/// An uploader's condition: its counts, its problems, and whether its ledger can be written.
struct UploadHealth: Sendable {
    /// The most problems that are kept.
    private static let problemLimit = 16

    let logger: Logger
    var counters = UploadCounters()
    /// The problems, by subject.
    var problems: [String: WireFault] = [:]
    var isLedgerWritable = true
    private var lastSuccess: Date?
    /// When a destination last took something.
    private var lastTaken: [String: Date] = [:]

    init(logger: Logger) { self.logger = logger }

    /// Counts what an attempt does.
    mutating func note(_ event: AttemptEvent) {
        switch event {
        case .looksUp: counters.lookups += 1
        case .found: counters.foundByLookup += 1
        case .answeredByLedger: counters.answeredByLedger += 1
        case .posts(let leftOut):
            counters.posted += 1
            counters.measurementsLeftOut += Int64(leftOut)
        case .postsMany(let leftOut):
            counters.posted += 1
            counters.postedTogether += 1
            counters.measurementsLeftOut += Int64(leftOut)
        case .postsImage: counters.images += 1
        case .resends(let blind):
            counters.resent += 1
            if blind { counters.resentBlind += 1 }
        case .ledgerFailed:
            isLedgerWritable = false
            logger.error("the attempt ledger failed: no new work is accepted until it can be written")
        }
    }

    /// Keeps the list of problems: a destination's problems stay until it accepts a record.
    mutating func judge(_ result: UploadOutcome.Result, of api: String, at time: Date) {
        switch result {
        case .done:
            lastSuccess = time
            lastTaken[api] = time
            problems = problems.filter { !$0.key.hasPrefix("\(api): ") }
        case .paused(let error): addProblem("\(api): paused", error: error)
        case .retry(_, let error): addProblem("\(api): \(error.code)", error: error)
        case .failed, .release, .unauthorized: break
        }
    }

    private mutating func addProblem(_ key: String, error: DeliveryError) {
        if problems[key] == nil { logger.warning("\(error.message)", metadata: ["code": "\(error.code)"]) }
        guard problems.count < Self.problemLimit || problems[key] != nil else { return }
        problems[key] = WireFault(code: error.code, message: error.message, retriable: true)
    }

    /// How destinations accept deliveries.
    func destinations(_ names: [String]) -> [ActorHealth.Destination] {
        names.sorted().map { api in
            let own = problems.keys.filter { $0.hasPrefix("\(api): ") }
            let isPaused = own.contains("\(api): paused")
            return ActorHealth.Destination(
                apiVersion: CloudAPI(rawValue: api),
                state: isPaused ? .paused : own.isEmpty ? .working : .retrying,
                lastSuccess: lastTaken[api]
            )
        }
    }

    /// Depths, counts, each destination's condition, and problems.
    ///
    /// - Parameter destinations: The configured ones.
    func facts(of store: StoreHealth, depths: [String: Int], destinations: [String]) -> HealthFacts {
        var facts = HealthFacts(
            problems: problems.sorted { $0.key < $1.key }.map(\.value),
            lastSuccess: lastSuccess,
            queueDepths: depths,
            counters: counters.byName
        )
        facts.destinations = self.destinations(destinations)
        if !facts.problems.isEmpty { facts.status = .degraded }
        if !store.isWritable || !isLedgerWritable {
            facts.status = .failed
            let words = store.lastError.map { "\($0.code)" } ?? "a write failed"
            facts.problems.append(
                WireFault(
                    code: "ledgerUnavailable",
                    message: "the attempt ledger cannot be written (\(words)): no new work is accepted",
                    retriable: true
                )
            )
        }
        return facts
    }
}
