internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import LedgerStore
internal import Logging
internal import MessageBus
internal import StoreEngine
internal import VitalRecords

extension UploadService {
    /// Demands as much as fits, if the ledger can be written and the owner keeps up.
    func demand(_ pullID: String) async -> WorkPull {
        // Confirmations are written without a caller, so the ledger itself knows whether that failed.
        let isSound = await ledger.health.isWritable
        if !condition.isLedgerWritable || !isSound {
            condition.isLedgerWritable = await ledger.probe(at: context.environment.now()).isWritable
        }
        // Before the demand, so that work begun meanwhile is never counted for a ledger without it.
        var mark: LedgerMark?
        do {
            mark = try await ledger.mark()
        } catch {
            // Without it the owner frees no lease of before: these run to their end.
            context.logger.warning("cannot read the ledger for a demand", metadata: ["error": "\(error)"])
        }
        let takes = condition.isLedgerWritable && clock.now >= holdUntil && desk.answers.acks.hasRoom
        return WorkPull(
            worker: context.address.client,
            free: takes ? desk.slots.free : 0,
            freeLive: takes ? desk.slots.freeLive : 0,
            apis: settings.destinationNames.map(WorkPull.Destination.init(rawValue:)),
            full: desk.slots.fullLanes.isEmpty ? nil : settings.names(of: desk.slots.fullLanes),
            pullID: pullID,
            openGrants: mark == nil ? nil : openGrants,
            ledger: mark.map { WorkPull.Ledger(id: $0.id, attempts: $0.attempts) },
            seenMark: seen.text
        )
    }

    /// The records and images of a message; its checks are taken, and what cannot be read is refused.
    func unpack(_ message: ReceivedGrant) -> [GrantedWork] {
        let grant = message.grant
        refuse(message.unreadable)
        seen.note(grant.mark, now: clock.now)
        if let checks = grant.checks, !checks.isEmpty, !desk.slots.isDraining {
            waitingChecks.take(checks)
            checkWake.signal()
        }
        return grant.items.map { .record($0) } + (grant.images ?? []).map { .image($0) }
    }

    /// Answers for records that cannot be read: they are rejected, and never granted again.
    private func refuse(_ items: [ReceivedGrant.UnreadableItem]) {
        for item in items {
            guard let logID = item.delivery ?? item.logID else {
                context.client.refusals.note(.unreadable)
                context.logger.error("cannot read a granted record or its name: it is released when its lease ends")
                continue
            }
            let key = WorkKey(logID: logID, fence: item.fence)
            guard desk.isNews(key) else { continue }
            let error = DeliveryError(
                code: FaultCodes.unreadableRow,
                message: "the record cannot be read by the uploader"
            )
            context.logger.error("cannot read a granted record, so it is rejected", metadata: ["logID": "\(logID)"])
            answerUnjudged(
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
    private func answerUnjudged(_ outcome: UploadOutcome) {
        condition.counters.count(outcome.result)
        answer(outcome)
    }

    /// A lease that is too short for any request would return at once: the demand is then small, and health reports why.
    func weigh(_ budget: LeaseBudget, fits: Bool) {
        // It answers a demand of this start, so the owner has noted the first one.
        openGrants = nil
        if fits { condition.problems["lease"] = nil }
        guard !fits, !budget.mayStart(now: budget.pullSent, requestTimeout: settings.requestTimeout) else { return }
        holdUntil = clock.now + .seconds(10)
        condition.problems["lease"] = WireFault(
            code: "leaseTooShort",
            message: "the session manager's lease is shorter than request.timeout: no record can be sent",
            retriable: false
        )
    }

    /// Gives back work of which nothing was sent under this grant.
    ///
    /// If the ledger has an attempt of this grant from before a restart, that attempt answers for it. If the
    /// ledger cannot be read, the lease's end settles it.
    func giveBack(_ work: GrantedWork) async {
        let key = work.key
        do {
            let earlier = try await ledger.unansweredAttempts(logID: key.logID.rawValue)
            guard !earlier.contains(where: { $0.entry.fence == key.fence }), desk.isNews(key) else { return }
        } catch {
            return context.logger.warning(
                "the ledger cannot be read, so a grant is kept until its lease ends",
                metadata: ["logID": "\(key.logID)", "error": "\(error)"]
            )
        }
        answerUnjudged(UploadOutcome(unsent: work, result: .release))
    }
}
