internal import BusContract
internal import Curl
internal import Delivery
internal import DurableStore
internal import FoundationEssentials

extension UploadAttempt {
    typealias Verdict = (result: UploadOutcome.Result, possiblySent: Bool)

    /// Sends a request that writes the record, and says what the answer means.
    ///
    /// Two answers ask for one more request: 409 where an earlier revision may be there, and 404 to a change.
    func exchange(_ request: DestinationRequest, _ delivery: RecordDelivery) async -> Verdict {
        do throws(CurlError) {
            let sent = try await http.send(request, mayReuseConnection: delivery.destination.repeats.toleratesRepeats)
            let answer = answer(sent.reply, delivery)
            switch await next(after: answer, to: request, delivery) {
            case nil: return await verdict(answer, sent, delivery)
            case .settled(let result, let possiblySent): return (result, possiblySent)
            case .send(let second):
                guard fits(delivery.held) else { return (.release, false) }
                return try await last(second, delivery)
            }
        } catch {
            return Self.verdict(error)
        }
    }

    /// Sends a second request, whose answer is final.
    private func last(_ request: DestinationRequest, _ delivery: RecordDelivery) async throws(CurlError) -> Verdict {
        let sent = try await http.send(request, mayReuseConnection: delivery.destination.repeats.toleratesRepeats)
        let answer = answer(sent.reply, delivery)
        guard !Self.knowsOlder(answer, delivery) else { return (.paused(Self.contradiction), false) }
        return await verdict(answer, sent, delivery)
    }

    private func answer(_ reply: DestinationReply, _ delivery: RecordDelivery) -> DestinationAnswer {
        var answer = delivery.destination.answer(reply, to: delivery.record)
        answer.apiMessage = answer.apiMessage.map(delivery.access.redacted)
        return answer
    }

    /// Whether 409 says that the destination has some revision, which need not be this one.
    private static func knowsOlder(_ answer: DestinationAnswer, _ delivery: RecordDelivery) -> Bool {
        answer.status == 409 && answer.body == .api && answer.conflictsWithSameLogID && delivery.mayBeOlderThere
    }

    private func next(
        after answer: DestinationAnswer,
        to request: DestinationRequest,
        _ delivery: RecordDelivery
    ) async -> Plan? {
        do {
            if Self.knowsOlder(answer, delivery) { return try await overwrite(request, answer.serverID, delivery) }
            if answer.status == 404, answer.body == .api, request.method == "PUT" {
                return try await recreate(delivery)
            }
            return nil
        } catch {
            return .settled(Self.result(of: error), possiblySent: false)
        }
    }

    /// The destination has some revision and refuses a second record: this revision is written over it.
    private func overwrite(_ refused: DestinationRequest, _ known: String?, _ delivery: RecordDelivery) async throws
        -> Plan
    {
        var serverID = known ?? delivery.item.serverID
        if serverID == nil {
            let (found, retryAfter) = try await lookUp(delivery)
            if case .found(let id) = found { serverID = id }
            if case .unanswered(let reason) = found, delivery.destination.repeats == .lookup {
                return .settled(.retry(after: retryAfter, Self.lookupFailed(reason)), possiblySent: false)
            }
        }
        let update = try delivery.destination.update(delivery.record, serverID: serverID, delivery.access)
        guard let update, update.method != refused.method else {
            return .settled(.failed(Self.updateRefused), possiblySent: false)
        }
        return .send(update)
    }

    /// The destination does not know the record under its id: it was deleted there, or there is no such way to change it.
    ///
    /// It is made anew only where that cannot double it; else nil, and the destination pauses as for any 404.
    private func recreate(_ delivery: RecordDelivery) async throws -> Plan? {
        switch delivery.destination.repeats {
        case .blind: return nil
        case .upsert, .refuses: break
        case .lookup: guard case .absent = try await lookUp(delivery).0 else { return nil }
        }
        return .send(try delivery.destination.create(delivery.record, delivery.access))
    }

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
        _ delivery: RecordDelivery
    ) async -> Verdict {
        let meaning = AnswerTable.classify(answer, now: now())
        if case .sessionUnauthorized = meaning { await credentials.drop(delivery.item.sessionID) }
        return (UploadOutcome.Result(meaning), Self.mayHaveArrived(meaning, answer.status, sent))
    }

    /// Whether the destination may have the record although its answer does not say so.
    ///
    /// What is refused or redirected was not taken. 429 and 425 mean that too, unless libcurl may have sent the request
    /// twice. A server error, or a success that is not the API's, says nothing.
    static func mayHaveArrived(_ meaning: AnswerClass, _ status: Int, _ sent: HTTPSender.Sent) -> Bool {
        switch meaning {
        case .submitted, .sessionUnauthorized, .rejected: false
        case .destinationPaused: (200...299).contains(status)
        case .retry: status == 429 || status == 425 ? !sent.wasSentOnce : true
        }
    }

    /// What a request without an answer means.
    static func verdict(_ error: CurlError) -> Verdict {
        switch error.code {
        case .invalidRequest, .invalidConfiguration, .bodyUnreadable:
            (
                .paused(DeliveryError(code: error.code.rawValue, message: APIBody.short(error.message))),
                error.possiblySent
            )
        case .cancelled where !error.possiblySent:
            (.release, false)
        case .responseTooLarge:
            (
                UploadOutcome.Result(
                    AnswerTable.classify(
                        DestinationAnswer(status: error.responseStatus ?? 0, body: .foreign),
                        now: .distantPast
                    )
                ),
                error.possiblySent
            )
        default:
            (
                .retry(
                    after: nil,
                    DeliveryError(code: error.code.rawValue, message: APIBody.short(error.message))
                ),
                error.possiblySent
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
