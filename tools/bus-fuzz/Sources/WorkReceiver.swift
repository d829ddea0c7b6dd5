internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import MessageBus
internal import SessionManagerActor
internal import UploaderActor
internal import VitalRecords

/// What the owner and the workers of the uploads' queue do with each other's messages.
enum WorkReceiver {
    /// The messages of the queue.
    static func add(to receivers: inout Receivers) {
        receivers.on(UploadWork.pull, pull)
        receivers.on(UploadWork.grant) { grant in
            lease(grant.pullID, grant.leaseSeconds)
            try grant.items.forEach(deliver)
        }
        receivers.on(UploadWork.ack) { ack in ack.outcomes.forEach(settle) }
    }

    private static let late = BootInstant(milliseconds: .max - 1)

    private static func pull(_ pull: WorkPull) {
        for now in [BootInstant.zero, late] {
            var book = PullBook()
            let (free, live) = (pull.free, pull.freeLive)
            book.pull(
                worker: pull.worker,
                free: free,
                freeLive: live,
                apis: pull.apis?.map(\.rawValue),
                pullID: pull.pullID,
                now: now
            )
            for demand in book.open(now: now) { book.granted(live: 1, history: 1, to: demand) }
            _ = book.room(now: now)
        }
    }

    private static func lease(_ pullID: String, _ seconds: Int) {
        for now in [BootInstant.zero, late] {
            var machine = PullMachine()
            machine.sent(pullID, at: now)
            let budget = machine.budget(pullID, leaseSeconds: seconds)
            _ = budget?.mayStart(now: now, requestTimeout: .seconds(seconds))
            // As it would be if the lease were not held to its longest.
            let whole = LeaseBudget(term: .seconds(seconds), pullSent: now)
            _ = whole.mayStart(now: now, requestTimeout: .seconds(60))
        }
    }

    private static func deliver(_ item: UploadGrant.Item) throws {
        ReadingReceiver.take(item.record)
        var entry = QueueEntry(logID: item.record.logID.rawValue, revision: item.revision)
        _ = entry.grant(to: "w", now: late, term: .seconds(60))
        let base = try BaseURL("https://api.example", key: "k")
        let access = SessionCredentials(userID: "u", organizationID: "o", token: "t")
        let destinations: [any Destination] = [
            InformDestination(base: base, repeats: .lookup), LegacyDestination(base: base, repeats: .lookup),
        ]
        for destination in destinations {
            _ = try? destination.create(item.record, with: access)
            _ = try? destination.part(item.record)
        }
    }

    private static func settle(_ outcome: UploadAck.Outcome) {
        finish(fence: outcome.fence, after: outcome.retryAfterSeconds ?? 0)
        var entry = QueueEntry(logID: outcome.logID.rawValue, revision: outcome.revision)
        _ = entry.superseded(by: 2)
    }

    /// The owner's arithmetic on an answer.
    private static func finish(fence: Int64, after seconds: Int) {
        let wait = Duration.seconds(max(0, seconds))
        let delay = Backoff().delay(attempt: Int(clamping: fence), random: 1, retryAfter: wait)
        for now in [BootInstant.zero, late] {
            _ = now + min(wait, .seconds(3_600))
            var entry = QueueEntry(logID: "l", revision: 1)
            _ = entry.grant(to: "w", now: now, term: .seconds(60))
            let error = DeliveryError(code: "c", message: "m")
            let notBefore = now + .milliseconds(delay.wholeMilliseconds)
            _ = entry.retry(fence: fence, notBefore: notBefore, possiblySent: true, error: error)
            _ = entry.done(fence: fence, serverID: nil)
        }
    }
}
