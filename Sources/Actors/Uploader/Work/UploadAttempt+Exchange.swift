internal import BusContract
internal import Curl
internal import DeliveryRules
internal import FoundationEssentials
internal import LedgerStore
internal import StoreEngine

extension UploadAttempt {
    /// What came of an exchange, and when its last request left.
    typealias Verdict = (result: UploadOutcome.Result, possiblySent: Bool, sent: BootInstant)

    /// Sends a request that writes the record, and says what the answer means.
    ///
    /// Two answers ask for one more request: 409 where an earlier revision may be there, and 404 to a change.
    func exchange(_ request: DestinationRequest, _ delivery: RecordDelivery) async -> Verdict {
        let began = clock.now
        do throws(CurlError) {
            let sent = try await http.send(request, mayReuseConnection: delivery.destination.repeats.toleratesRepeats)
            let answer = answer(sent.reply, delivery)
            switch await next(after: answer, to: request, delivery) {
            case nil: return await verdict(answer, sent, delivery, began)
            case .settled(let result, let possiblySent): return (result, possiblySent, began)
            case .send(let second):
                guard fits(delivery.held) else { return (.release, false, began) }
                return await last(second, delivery)
            }
        } catch {
            return Self.verdict(error, began)
        }
    }

    /// Sends a second request, whose answer is final.
    private func last(_ request: DestinationRequest, _ delivery: RecordDelivery) async -> Verdict {
        let began = clock.now
        do throws(CurlError) {
            let sent = try await http.send(request, mayReuseConnection: delivery.destination.repeats.toleratesRepeats)
            let answer = answer(sent.reply, delivery)
            guard delivery.plan.isDeletion || !delivery.plan.knowsSomeRevision(answer) else {
                return (.paused(Self.contradiction), false, began)
            }
            return await verdict(answer, sent, delivery, began)
        } catch {
            return Self.verdict(error, began)
        }
    }

    private func answer(_ reply: DestinationReply, _ delivery: RecordDelivery) -> DestinationAnswer {
        var answer = delivery.destination.answer(reply, to: delivery.record)
        answer.apiMessage = answer.apiMessage.map(delivery.access.redacted)
        return answer
    }

    private func next(
        after answer: DestinationAnswer,
        to request: DestinationRequest,
        _ delivery: RecordDelivery
    ) async -> Plan? {
        let (plan, known) = (delivery.plan, delivery.item.serverID)
        do {
            var step = plan.afterAnswer(answer, wasUpdate: request.namesServerID, serverID: known)
            var asked: (result: LookupResult, retryAfter: Duration?)?
            if step == .lookUp {
                let found = try await lookUp(delivery)
                step = plan.afterSecondLookUp(
                    found.0.forPlan(now: now()),
                    answer: answer,
                    serverID: request.serverID,
                    canOverwrite: try change(nil, insteadOf: request, delivery) != nil
                )
                asked = found
            }
            switch step {
            case .keepAnswer, .lookUp, .settleDone: return nil
            case .settleDeleted: return .settled(.done(serverID: nil), possiblySent: false)
            case .settleUndeletable: return .settled(.failed(Self.undeletedThere), possiblySent: false)
            case .settle(let refusal): return await settled(refusal, delivery)
            case .delete(let serverID): return try serverID.map { .send(try delete($0, delivery)) }
            case .create: return .send(try create(delivery))
            case .update(let serverID): return try overwrite(request, serverID, delivery)
            case .settleLater where asked?.result == .absent && !plan.hasSettled && !plan.knowsSomeRevision(answer):
                return .settled(unsettled(delivery), possiblySent: false)
            case .settleLater:
                let failure = Self.undecided(answer, asked?.result.reason ?? "")
                return .settled(.retry(after: asked?.retryAfter, failure), possiblySent: false)
            }
        } catch {
            return .settled(Self.result(of: error), possiblySent: false)
        }
    }

    /// The destination has some revision and refuses a second record: this revision is written over it.
    private func overwrite(_ refused: DestinationRequest, _ serverID: String?, _ delivery: RecordDelivery) throws
        -> Plan
    {
        guard let update = try change(serverID, insteadOf: refused, delivery) else {
            return .settled(.failed(Self.updateRefused), possiblySent: false)
        }
        return .send(update)
    }

    /// The request that changes the record there; nil where there is none, or it was refused itself.
    private func change(_ serverID: String?, insteadOf refused: DestinationRequest, _ delivery: RecordDelivery) throws
        -> DestinationRequest?
    {
        let update = try delivery.destination.update(delivery.record, serverID: serverID, delivery.access)
        guard let update, update.namesServerID, !refused.namesServerID else { return nil }
        return update
    }

    private func delete(_ serverID: String, _ delivery: RecordDelivery) throws -> DestinationRequest {
        try delivery.destination.delete(delivery.record, serverID: serverID, delivery.access)
    }

    /// The destination's answer needs its list's word, and the list had none.
    private static func undecided(_ answer: DestinationAnswer, _ reason: String) -> DeliveryError {
        let why = reason.isEmpty ? "the list does not show the record" : reason
        return DeliveryError(
            code: "lookupUnanswered",
            message: APIBody.short("answered \(answer.status), and the look-up after it decides nothing yet: \(why)")
        )
    }

    private static let undeletedThere = DeliveryError(
        code: "deletionMissed",
        message: "the destination answers 404 to a deletion and lists the record still: check the path for deletions"
    )

    private static let updateRefused = DeliveryError(
        code: "updateRefused",
        message: "the destination has an earlier revision and offers no way to change it"
    )

    private static let contradiction = DeliveryError(
        code: "updateRefused",
        message: "the destination knows the log id and refuses to change its record: check the paths"
    )

    private func verdict(
        _ answer: DestinationAnswer,
        _ sent: HTTPSender.Sent,
        _ delivery: RecordDelivery,
        _ began: BootInstant
    ) async -> Verdict {
        let meaning =
            delivery.plan.isDeletion
            ? AnswerTable.classifyDeletion(answer, now: now()) : AnswerTable.classify(answer, now: now())
        if case .sessionUnauthorized = meaning { await credentials.drop(delivery.item.sessionID) }
        let mayHaveArrived = meaning.mayHaveArrived(status: answer.status, wasSentOnce: sent.wasSentOnce)
        return (UploadOutcome.Result(meaning), mayHaveArrived, began)
    }

    /// What a request without an answer means.
    static func verdict(_ error: CurlError, _ began: BootInstant) -> Verdict {
        switch error.code {
        case .invalidRequest, .invalidConfiguration, .bodyUnreadable:
            (
                .paused(DeliveryError(code: error.code.rawValue, message: APIBody.short(error.message))),
                error.possiblySent, began
            )
        case .cancelled where !error.possiblySent:
            (.release, false, began)
        case .responseTooLarge:
            (
                UploadOutcome.Result(
                    AnswerTable.classify(
                        DestinationAnswer(status: error.responseStatus ?? 0, body: .foreign),
                        now: .distantPast
                    )
                ),
                error.possiblySent, began
            )
        default:
            (
                .retry(
                    after: nil,
                    DeliveryError(code: error.code.rawValue, message: APIBody.short(error.message))
                ),
                error.possiblySent, began
            )
        }
    }

    /// What an error before the request means for the record.
    ///
    /// Nothing was sent.
    static func result(of error: any Error) -> UploadOutcome.Result {
        switch error {
        case is CancellationError: return .release
        case let error as UploaderError:
            let told = DeliveryError(code: error.code.rawValue, message: APIBody.short(error.message))
            return error.isRetriable ? .retry(after: nil, told) : .failed(told)
        case let error as StoreError:
            let words = "the uploader's ledger cannot be written (\(error.code)): look at its disk"
            return .retry(after: nil, DeliveryError(code: "ledgerUnavailable", message: words))
        default:
            let words = "the uploader failed with \(type(of: error)) before anything was sent"
            return .retry(after: nil, DeliveryError(code: "internalError", message: words))
        }
    }
}
