internal import BusContract
internal import Curl
internal import DeliveryRules
internal import FoundationEssentials
internal import LedgerStore

extension UploadAttempt {
    /// The most pages of a destination's list that are read for one record.
    private static let pageLimit = 20

    /// What is to be sent, or what is known without sending.
    enum Plan {
        case send(DestinationRequest)
        case settled(UploadOutcome.Result, possiblySent: Bool)
    }

    /// Carries out the plan's steps up to the first request that writes.
    func first(_ delivery: RecordDelivery) async throws -> Plan {
        let (item, known) = (delivery.item, try knownTarget(delivery))
        switch delivery.plan.first(canUpdate: known != nil) {
        case .update: return .send(try known ?? create(delivery))
        case .delete: return known.map { .send($0) } ?? .settled(.failed(Self.undeletable), possiblySent: false)
        case .settleUndeletable: return .settled(.failed(Self.undeletable), possiblySent: item.possiblySent)
        case .lookUp: return try await afterLookUp(delivery)
        case .create, .keepAnswer, .settleDone, .settleDeleted, .settleLater, .settle:
            return .send(try create(delivery))
        }
    }

    /// The change or the deletion of what the destination has, where its id is known now.
    private func knownTarget(_ delivery: RecordDelivery) throws -> DestinationRequest? {
        let item = delivery.item
        if delivery.plan.isDeletion {
            return try item.serverID.map { try delivery.destination.delete(item.record, serverID: $0, delivery.access) }
        }
        guard item.isUpdate else { return nil }
        return try delivery.destination.update(item.record, serverID: item.serverID, delivery.access)
    }

    private func afterLookUp(_ delivery: RecordDelivery, isSecond: Bool = false) async throws -> Plan {
        let (result, retryAfter) = try await lookUp(delivery)
        switch delivery.plan.afterLookUp(result.forPlan(now: now()), isSecond: isSecond) {
        case .settleDone(let serverID):
            await tell(.found)
            return .settled(.done(serverID: serverID), possiblySent: false)
        case .settleDeleted: return .settled(.done(serverID: nil), possiblySent: false)
        case .update(let serverID):
            let update = try delivery.destination.update(delivery.record, serverID: serverID, delivery.access)
            return .send(try update ?? create(delivery))
        case .delete(let serverID):
            guard let serverID else { return .settled(.failed(Self.undeletable), possiblySent: true) }
            return .send(try delivery.destination.delete(delivery.record, serverID: serverID, delivery.access))
        case .lookUp: return try await afterLookUp(delivery, isSecond: true)
        case .create, .keepAnswer: return .send(try create(delivery))
        case .settleLater where result == .absent:
            return .settled(unsettled(delivery), possiblySent: delivery.isUnknown)
        case .settleLater, .settleUndeletable:
            let failure = Self.lookupFailed(result.reason)
            return .settled(.retry(after: retryAfter, failure), possiblySent: delivery.isUnknown)
        case .settle(let refusal): return await settled(refusal, delivery)
        }
    }

    /// The list does not show the record, and may only lag: it is asked again when it must show it.
    func unsettled(_ delivery: RecordDelivery) -> UploadOutcome.Result {
        let left = max(.seconds(1), settle - sentAgo(delivery.item))
        let seconds = left.components.seconds
        let reason = "the list does not show it yet and is asked again in \(seconds) s (lookup.settle)"
        return .retry(after: left, Self.lookupFailed(reason))
    }

    /// A look-up showed that the session's credentials or the destination are at fault; what was sent before may be there.
    func settled(_ refusal: AnswerClass, _ delivery: RecordDelivery) async -> Plan {
        if case .sessionUnauthorized = refusal { await credentials.drop(delivery.item.sessionID) }
        return .settled(UploadOutcome.Result(refusal), possiblySent: delivery.isUnknown)
    }

    private static let undeletable = DeliveryError(
        code: "serverIDUnknown",
        message: "nobody knows the destination's id of the record, so it cannot be deleted: delete it there by hand"
    )

    func create(_ delivery: RecordDelivery) throws -> DestinationRequest {
        try delivery.destination.create(delivery.record, delivery.access)
    }

    /// Asks the destination's list for the record, page by page.
    func lookUp(_ delivery: RecordDelivery) async throws -> (LookupResult, retryAfter: Duration?) {
        var offset = 0
        for _ in 0..<Self.pageLimit {
            guard fits(delivery.held) else { return (.unanswered("the lease has no room for it"), nil) }
            let request = try delivery.destination.lookup(delivery.record, offset: offset, delivery.access)
            await tell(.looksUp)
            do throws(CurlError) {
                let reply = try await http.send(request, mayReuseConnection: true).reply
                let result = delivery.destination.found(reply, delivery.record, offset: offset)
                guard case .more(let next) = result, next > offset else {
                    return (result, reply.retryAfter.flatMap { RetryAfter.parse($0, now: now()) })
                }
                offset = next
            } catch {
                return (.unanswered(error.message), nil)
            }
        }
        return (.more(offset: offset), nil)
    }

    static func lookupFailed(_ reason: String) -> DeliveryError {
        DeliveryError(
            code: "lookupUnanswered",
            message: APIBody.short("possibly sent before, and the look-up gave no answer: \(reason)")
        )
    }

    static func unknownDestination(_ api: String) -> DeliveryError {
        DeliveryError(
            code: "destinationUnknown",
            message: APIBody.short("this uploader has no destination '\(api)': set destination.\(api).base-url")
        )
    }
}
