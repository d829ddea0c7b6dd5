internal import BusContract
internal import Curl
internal import DeliveryRules
internal import FoundationEssentials

/// The result of an exchange, and when its last request left.
struct RequestVerdict: Sendable {
    let result: UploadOutcome.Result
    let possiblySent: Bool
    let sent: BootInstant
}

extension RequestVerdict {
    /// What a request without an answer means.
    init(_ error: CurlError, sent: BootInstant) {
        self.init(result: Self.result(of: error), possiblySent: error.possiblySent, sent: sent)
    }

    private static func result(of error: CurlError) -> UploadOutcome.Result {
        let told = DeliveryError(code: error.code.rawValue, message: APIBody.short(error.message))
        switch error.code {
        case .invalidRequest, .invalidConfiguration, .bodyUnreadable, .folderUnusable, .diskFull: return .paused(told)
        case .cancelled where !error.possiblySent: return .release
        case .responseTooLarge:
            let answer = DestinationAnswer(status: error.responseStatus ?? 0, body: .foreign)
            return UploadOutcome.Result(AnswerTable.classify(answer, now: .distantPast))
        default: return .retry(after: nil, told)
        }
    }
}

/// Sends the requests that write a record, and returns the meaning of their answers.
struct RecordExchange: Sendable {
    let steps: AttemptSteps
    let http: HTTPSender
    let credentials: CredentialCache
    let clock: any BootClock
    let now: @Sendable () -> Date

    /// Sends a request that writes the record, and returns the meaning of the answer.
    ///
    /// Two answers ask for one more request: 409 where an earlier revision may be there, and 404 to a change.
    func exchange(_ request: DestinationRequest, for delivery: RecordDelivery) async -> RequestVerdict {
        let began = clock.now
        do throws(CurlError) {
            let sent = try await send(request, for: delivery)
            let answer = answer(sent.reply, to: delivery)
            switch await next(after: answer, to: request, for: delivery) {
            case nil: return await verdict(answer, to: sent, for: delivery, began: began)
            case .settled(let result, let possiblySent):
                return RequestVerdict(result: result, possiblySent: possiblySent, sent: began)
            case .send(let second):
                guard http.fits(delivery.held, now: clock.now) else {
                    return RequestVerdict(result: .release, possiblySent: false, sent: began)
                }
                return await last(second, for: delivery)
            }
        } catch {
            return RequestVerdict(error, sent: began)
        }
    }

    /// Sends a second request, whose answer is final.
    private func last(_ request: DestinationRequest, for delivery: RecordDelivery) async -> RequestVerdict {
        let began = clock.now
        do throws(CurlError) {
            let sent = try await send(request, for: delivery)
            let answer = answer(sent.reply, to: delivery)
            guard delivery.plan.isDeletion || !delivery.plan.knowsSomeRevision(answer) else {
                return RequestVerdict(result: .paused(.contradiction), possiblySent: false, sent: began)
            }
            return await verdict(answer, to: sent, for: delivery, began: began)
        } catch {
            return RequestVerdict(error, sent: began)
        }
    }

    private func send(
        _ request: DestinationRequest,
        for delivery: RecordDelivery
    ) async throws(CurlError) -> HTTPSender.Sent {
        let destination = delivery.destination
        return try await http.send(
            request.named(delivery),
            to: destination,
            mayReuseConnection: destination.repeats.toleratesRepeats
        )
    }

    private func answer(_ reply: DestinationReply, to delivery: RecordDelivery) -> DestinationAnswer {
        var answer = delivery.destination.answer(reply, to: delivery.record)
        answer.apiMessage = answer.apiMessage.map(delivery.access.redacted)
        return answer
    }

    private func next(
        after answer: DestinationAnswer,
        to request: DestinationRequest,
        for delivery: RecordDelivery
    ) async -> AttemptStep? {
        let (plan, known) = (delivery.plan, delivery.item.serverID)
        do {
            var step = plan.afterAnswer(answer, wasUpdate: request.namesServerID, serverID: known)
            var asked: (result: LookupResult, retryAfter: Duration?)?
            if step == .lookUp {
                let found = try await steps.lookUp.find(delivery)
                step = plan.afterSecondLookUp(
                    found.0.forPlan(now: now()),
                    answer: answer,
                    serverID: request.serverID,
                    canOverwrite: try change(nil, insteadOf: request, for: delivery) != nil
                )
                asked = found
            }
            switch step {
            case .keepAnswer, .lookUp, .settleDone: return nil
            case .settleDeleted: return .settled(.done(serverID: nil), possiblySent: false)
            case .settleUndeletable: return .settled(.failed(.undeletedThere), possiblySent: false)
            case .settle(let refusal): return await steps.settled(refusal, for: delivery)
            case .delete(let serverID): return try serverID.map { .send(try delete($0, for: delivery)) }
            case .create: return .send(try steps.create(delivery))
            case .update(let serverID): return try overwrite(request, serverID: serverID, for: delivery)
            case .settleLater where asked?.result == .absent && !plan.hasSettled && !plan.knowsSomeRevision(answer):
                return .settled(steps.unsettled(delivery), possiblySent: false)
            case .settleLater:
                let failure = DeliveryError.undecided(answer, reason: asked?.result.reason ?? "")
                return .settled(.retry(after: asked?.retryAfter, failure), possiblySent: false)
            }
        } catch {
            return .settled(.beforeSending(error), possiblySent: false)
        }
    }

    /// The destination has some revision and refuses a second record: this revision is written over it.
    private func overwrite(_ refused: DestinationRequest, serverID: String?, for delivery: RecordDelivery) throws
        -> AttemptStep
    {
        guard let update = try change(serverID, insteadOf: refused, for: delivery) else {
            return .settled(.failed(.updateRefused), possiblySent: false)
        }
        return .send(update)
    }

    /// The request that changes the stored record; nil if there is none, or it was refused.
    private func change(_ serverID: String?, insteadOf refused: DestinationRequest, for delivery: RecordDelivery) throws
        -> DestinationRequest?
    {
        let update = try delivery.destination.update(delivery.record, serverID: serverID, with: delivery.access)
        guard let update, update.namesServerID, !refused.namesServerID else { return nil }
        return update
    }

    private func delete(_ serverID: String, for delivery: RecordDelivery) throws -> DestinationRequest {
        try delivery.destination.delete(delivery.record, serverID: serverID, with: delivery.access)
    }

    private func verdict(
        _ answer: DestinationAnswer,
        to sent: HTTPSender.Sent,
        for delivery: RecordDelivery,
        began: BootInstant
    ) async -> RequestVerdict {
        let meaning =
            delivery.plan.isDeletion
            ? AnswerTable.classifyDeletion(answer, now: now()) : AnswerTable.classify(answer, now: now())
        if case .sessionUnauthorized = meaning { await credentials.drop(delivery.item.sessionID) }
        let mayHaveArrived = sent.mayHaveArrived(meaning, status: answer.status, at: delivery.destination)
        return RequestVerdict(result: UploadOutcome.Result(meaning), possiblySent: mayHaveArrived, sent: began)
    }
}
