internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import LedgerStore
internal import Logging
internal import MessageBus
internal import VitalRecords
internal import WorkQueue

extension UploadService {
    /// Takes grants until cancelled.
    ///
    /// Demands begin once the own grant topic is subscribed.
    ///
    /// - Throws: `BusError` for what waiting cannot mend.
    func receiveGrants() async throws {
        guard let subscription = try await subscribe() else { return }
        isSubscribed = true
        pullSignal.raise()
        for await message in subscription { await receive(message) }
        subscription.cancel()
    }

    private func subscribe() async throws -> BusSubscription? {
        let client = context.client
        while !Task.isCancelled {
            do {
                return try await client.subscribe(
                    to: [UploadWork.grant.descriptor],
                    hub: settings.ownerHub,
                    ["worker": client.address.client]
                )
            } catch let error as BusError where error.isRetriable {
                await pause(.milliseconds(250))
            }
        }
        return nil
    }

    private func receive(_ message: BusMessage) async {
        guard context.client.isSaidNow(message) else { return }
        let received: ReceivedGrant
        do {
            received = try Envelope<ReceivedGrant>.decode(message.payload).data
        } catch {
            context.client.refusals.note(.unreadable)
            let facts: Logger.Metadata = ["bytes": "\(message.payload.count)", "error": "\(error)"]
            return context.logger.warning("a grant cannot be read and is passed over", metadata: facts)
        }
        let grant = received.grant
        guard grant.worker == context.address.client else { return }
        refuse(received.unreadable)
        seen.note(grant.mark)
        take(grant.checks ?? [])
        let granted = grant.items.map { GrantedWork.record($0) } + (grant.images ?? []).map { GrantedWork.image($0) }
        guard !granted.isEmpty else { return }
        let budget = pulls.budget(grant.pullID, leaseSeconds: grant.leaseSeconds)
        // It answers a demand of this start, so the owner has noted the first one.
        if budget != nil { openGrants = nil }
        let news = granted.filter { isNews($0.key) }
        guard let budget, budget.mayStart(now: clock.now, requestTimeout: settings.requestTimeout) else {
            if let budget { judge(budget) }
            for item in news { await giveBack(item) }
            return
        }
        problems["lease"] = nil
        for refused in slots.accept(news.map { HeldItem($0, budget: budget) }) { await giveBack(refused.work) }
        workSignal.raise()
    }

    /// Answers for records that cannot be read: they are rejected, and never granted again.
    private func refuse(_ items: [ReceivedGrant.UnreadableItem]) {
        for item in items {
            guard let logID = item.logID else {
                context.client.refusals.note(.unreadable)
                context.logger.error("a granted record cannot be read, nor its name: it waits for its lease's end")
                continue
            }
            let key = WorkKey(logID: logID, fence: item.fence)
            guard isNews(key) else { continue }
            let error = DeliveryError(
                code: FaultCodes.unreadableRow,
                message: "the record cannot be read by the uploader"
            )
            context.logger.error("a granted record cannot be read and is refused", metadata: ["logID": "\(logID)"])
            let outcome = UploadOutcome(
                key: key,
                revision: item.revision,
                result: .failed(error),
                possiblySent: false,
                requests: 0
            )
            recent.insert(key)
            counters.count(outcome.result)
            acks.add(outcome)
            ackSignal.raise()
        }
    }

    /// A lease that no request ever fits in would come again at once: little is asked for then, and health says why.
    private func judge(_ budget: LeaseBudget) {
        guard !budget.mayStart(now: budget.pullSent, requestTimeout: settings.requestTimeout) else { return }
        holdUntil = clock.now + .seconds(10)
        problems["lease"] = WireFault(
            code: "leaseTooShort",
            message: "the session manager's lease is shorter than request.timeout: nothing can be sent",
            retriable: false
        )
    }

    /// Whether a grant is neither held nor answered: a message may come twice.
    private func isNews(_ key: WorkKey) -> Bool {
        !slots.holds(key) && !acks.holds(key) && !recent.contains(key)
    }

    /// Gives back work of which nothing was sent under this grant.
    ///
    /// Where the ledger has an attempt of this very grant, made before a restart, that one answers for it. Where the
    /// ledger cannot say, the lease's end does.
    private func giveBack(_ item: GrantedWork) async {
        let key = item.key
        do {
            let earlier = try await ledger.unansweredAttempts(logID: key.logID.rawValue)
            guard !earlier.contains(where: { $0.entry.fence == key.fence }), isNews(key) else { return }
        } catch {
            return context.logger.warning(
                "the ledger cannot be read, so a grant is kept until its lease ends",
                metadata: ["logID": "\(key.logID)", "error": "\(error)"]
            )
        }
        let outcome = UploadOutcome(
            key: key,
            revision: item.revision,
            result: .release,
            possiblySent: false,
            requests: 0
        )
        recent.insert(key)
        counters.count(outcome.result)
        acks.add(outcome)
        ackSignal.raise()
    }
}
