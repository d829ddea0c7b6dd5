internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import LedgerStore
internal import StoreEngine
internal import VitalRecords

/// Delivers one granted record: look-up where needed, ledger, request, answer, ledger.
struct UploadAttempt: LedgeredAttempt {
    let destinations: [String: any Destination]
    let credentials: CredentialCache
    let ledger: LedgerStore
    let http: HTTPSender
    /// When a destination must show a record that it has accepted.
    let settling: Settling
    let clock: any BootClock
    let now: @Sendable () -> Date
    let tell: @Sendable (AttemptEvent) async -> Void

    private var steps: AttemptSteps {
        AttemptSteps(
            lookUp: RecordLookUp(http: http, clock: clock, now: now, tell: tell),
            credentials: credentials,
            settling: settling
        )
    }

    private var exchange: RecordExchange {
        RecordExchange(steps: steps, http: http, credentials: credentials, clock: clock, now: now)
    }

    /// Carries a record as far as it goes.
    ///
    /// Never throws: everything is an outcome.
    ///
    /// - Parameter hasBegun: Whether the ledger has this grant's attempt already, and nothing of it arrived.
    /// - Returns: Nil if the ledger answers for this grant later, because it already has an attempt.
    func deliver(_ item: UploadGrant.Item, held: HeldItem, hasBegun: Bool = false) async -> UploadOutcome? {
        let outcome = await carry(item, held: held, hasBegun: hasBegun)
        // The ledger must not report after a restart that this was cut off.
        guard hasBegun, let outcome, !outcome.isInLedger else { return outcome }
        return await noted(outcome)
    }

    private func carry(_ item: UploadGrant.Item, held: HeldItem, hasBegun: Bool) async -> UploadOutcome? {
        guard let destination = destinations[item.apiVersion.rawValue] else {
            return outcome(held, result: .paused(.unknownDestination(item.apiVersion.rawValue)))
        }
        guard fits(held) else { return outcome(held, result: .release) }
        do {
            if !hasBegun, let first = try await firstDelivery(item, held: held, to: destination) {
                return try await transmit(first.request, for: first.delivery)
            }
            if let known = try await ledgersWord(item, held: held) { return known }
            let access = try await credentials.credentials(item.sessionID)
            let delivery = RecordDelivery(
                held: held,
                item: item,
                destination: destination,
                access: access,
                plan: try await plan(item, for: destination)
            )
            switch try await steps.first(delivery) {
            case .settled(let result, let possiblySent):
                var outcome = outcome(held, result: result, possiblySent: possiblySent)
                // Every request of an earlier start has left by now.
                outcome.over = RequestSpan(sent: clock.now, timeout: http.timeout).end
                return outcome
            case .send(let request): return try await send(request, for: delivery, hasBegun: hasBegun)
            }
        } catch {
            if error is StoreError { await tell(.ledgerFailed) }
            return outcome(held, result: .beforeSending(error))
        }
    }

    /// Commits the attempt on a record of which neither the owner nor the ledger knows an earlier one.
    ///
    /// - Returns: Nil if anything is known of it, or missing for it: then the ledger is asked first.
    private func firstDelivery(
        _ item: UploadGrant.Item,
        held: HeldItem,
        to destination: any Destination
    ) async throws -> (request: DestinationRequest, delivery: RecordDelivery)? {
        let plan = plan(item, for: destination, earlier: [])
        guard plan.isFirst, plan.first(canUpdate: false) == .create,
            let access = await credentials.kept(item.sessionID)
        else { return nil }
        let delivery = RecordDelivery(held: held, item: item, destination: destination, access: access, plan: plan)
        // Absent is nil: a request that cannot be built is reported after the ledger was asked.
        guard let request = try? steps.create(delivery) else { return nil }
        let isFirst = try await ledger.beginFirstAttempt(
            logID: item.deliveryName.rawValue,
            revision: item.revision,
            fence: item.fence,
            sessionID: item.sessionID,
            digest: try item.digest(),
            at: now()
        )
        return isFirst ? (request, delivery) : nil
    }

    /// Whether a request's whole timeout still fits in the lease.
    func fits(_ held: HeldItem) -> Bool { http.fits(held, now: clock.now) }

    func outcome(_ held: HeldItem, result: UploadOutcome.Result, possiblySent: Bool = false) -> UploadOutcome {
        UploadOutcome(key: held.key, revision: held.work.revision, result: result, possiblySent: possiblySent)
    }

    func plan(_ item: UploadGrant.Item, for destination: any Destination) async throws -> AttemptPlan {
        // The owner's answer is enough; without it, check this worker's ledger.
        let logID = item.deliveryName.rawValue
        let earlier = item.possiblySent ? [] : try await ledger.unansweredAttempts(logID: logID)
        return plan(item, for: destination, earlier: earlier)
    }

    private func plan(_ item: UploadGrant.Item, for destination: any Destination, earlier: [StoredAttempt])
        -> AttemptPlan
    {
        let ledger = earlier.map(\.entry)
        let isOwnDoubt =
            !item.possiblySent
            && AttemptPlan.isInDoubt(by: ledger, revision: item.revision, fence: item.fence, isUpdate: item.isUpdate)
        return AttemptPlan(
            repeats: destination.repeats,
            revision: item.revision,
            fence: item.fence,
            isUpdate: item.isUpdate,
            isDeletion: item.isDeletion == true,
            possiblySent: item.possiblySent,
            hasSettled: settling.left(item, isOwnDoubt: isOwnDoubt, showsAtOnce: destination.showsAtOnce) == .zero,
            ledger: ledger
        )
    }

    /// Done if the ledger shows that the destination accepted this record: a restored owner, or another one,
    /// may not know.
    func ledgersWord(_ item: UploadGrant.Item, held: HeldItem) async throws -> UploadOutcome? {
        let logID = item.deliveryName.rawValue
        let done = try await ledger.finishedAttempt(logID: logID, revision: item.revision, digest: try item.digest())
        guard let done, case .done(let serverID)? = done.entry.outcome else { return nil }
        await tell(.answeredByLedger)
        return outcome(held, result: .done(serverID: serverID))
    }

    /// Commits the attempt, then sends.
    private func send(
        _ request: DestinationRequest,
        for delivery: RecordDelivery,
        hasBegun: Bool
    ) async throws -> UploadOutcome? {
        if !hasBegun {
            guard try await begin(delivery.item) else { return nil }
        }
        return try await transmit(request, for: delivery)
    }

    /// Sends the attempt that the ledger has as begun, then commits the outcome.
    private func transmit(_ request: DestinationRequest, for delivery: RecordDelivery) async throws -> UploadOutcome? {
        let held = delivery.held
        // The commit took time too.
        guard fits(held) else { return await noted(outcome(held, result: .release)) }
        if delivery.plan.isInDoubt {
            await tell(.resends(blind: request.method == "POST" && delivery.destination.repeats == .blind))
        }
        await tell(.posts(leftOut: request.leftOut))
        let verdict = await exchange.exchange(request, for: delivery)
        // Reported at once: the owner knows until when it may arrive, and a look-up before then does not trust an empty
        // list.
        let result =
            verdict.possiblySent ? verdict.result.looked(up: delivery.destination.repeats) : verdict.result
        var outcome = outcome(held, result: result, possiblySent: verdict.possiblySent)
        outcome.over = RequestSpan(sent: verdict.sent, timeout: http.timeout).end
        return await noted(outcome)
    }

    func begin(_ item: UploadGrant.Item) async throws -> Bool {
        let key = GrantedWork.record(item).key
        return try await begin(key, revision: item.revision, sessionID: item.sessionID, digest: try item.digest())
    }
}
