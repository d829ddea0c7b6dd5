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
        guard let subscription = try await inbox.subscribe(pause: { await self.pause($0) }) else { return }
        isSubscribed = true
        pullSignal.raise()
        for await message in subscription { await receive(message) }
        subscription.cancel()
    }

    private func receive(_ message: BusMessage) async {
        guard let received = inbox.read(message) else { return }
        let grant = received.grant
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
        condition.problems["lease"] = nil
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
            answer(
                UploadOutcome(
                    key: key,
                    revision: item.revision,
                    result: .failed(error),
                    possiblySent: false,
                    requests: 0
                )
            )
        }
    }

    /// Counts an outcome of work that was never begun, and puts it before the owner.
    private func answer(_ outcome: UploadOutcome) {
        condition.counters.count(outcome.result)
        answers.add(outcome)
        ackSignal.raise()
    }

    /// A lease that no request ever fits in would come again at once: little is asked for then, and health says why.
    private func judge(_ budget: LeaseBudget) {
        guard !budget.mayStart(now: budget.pullSent, requestTimeout: settings.requestTimeout) else { return }
        holdUntil = clock.now + .seconds(10)
        condition.problems["lease"] = WireFault(
            code: "leaseTooShort",
            message: "the session manager's lease is shorter than request.timeout: nothing can be sent",
            retriable: false
        )
    }

    /// Whether a grant is neither held nor answered: a message may come twice.
    private func isNews(_ key: WorkKey) -> Bool {
        !slots.holds(key) && !answers.holds(key)
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
        answer(UploadOutcome(unsent: item, result: .release))
    }
}
