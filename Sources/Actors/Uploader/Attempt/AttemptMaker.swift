internal import DeliveryRules
internal import FoundationEssentials
internal import LedgerStore
internal import MessageBus

/// Makes attempts, each with its own count of requests.
struct AttemptMaker: Sendable {
    let settings: UploaderSettings
    let credentials: CredentialCache
    let ledger: LedgerStore
    let transports: DestinationTransports
    let requests: RequestClient
    let clock: any BootClock
    let now: @Sendable () -> Date
    let tell: @Sendable (AttemptEvent) async -> Void

    /// An attempt on a record.
    var record: UploadAttempt {
        UploadAttempt(
            destinations: settings.destinations,
            credentials: credentials,
            ledger: ledger,
            http: HTTPSender(transports: transports, timeout: settings.requestTimeout),
            settling: settings.settling,
            clock: clock,
            now: now,
            tell: tell
        )
    }

    private var image: ImageAttempt {
        ImageAttempt(
            destinations: settings.destinations,
            credentials: credentials,
            ledger: ledger,
            http: HTTPSender(transports: transports, timeout: settings.imageTimeout),
            source: ImageBytesReader(requests: requests, ownerHub: settings.ownerHub),
            clock: clock,
            now: now,
            tell: tell
        )
    }

    /// Delivers one piece of work alone, and returns the number of requests; nil if the ledger answers for it later.
    func deliver(_ alone: TogetherLeft.Alone) async -> UploadOutcome? {
        var outcome: UploadOutcome?
        switch alone.held.work {
        case .record(let item):
            let attempt = record
            outcome = await attempt.deliver(item, held: alone.held, hasBegun: alone.hasBegun)
            outcome?.requests = attempt.http.sent.count + alone.requests  // In range: its own counts.
        case .image(let granted):
            let attempt = image
            outcome = await attempt.deliver(granted, budget: alone.held.budget)
            outcome?.requests = attempt.http.sent.count
        }
        return outcome
    }
}
