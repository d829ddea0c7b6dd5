internal import BusContract
internal import Curl
internal import Delivery
internal import DurableStore
internal import FoundationEssentials

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
        let (item, destination) = (delivery.item, delivery.destination)
        let update = item.isUpdate ? try destination.update(item.record, serverID: item.serverID, delivery.access) : nil
        switch delivery.plan.first(canUpdate: update != nil) {
        case .update: return .send(try update ?? create(delivery))
        case .lookUp: return try await afterLookUp(delivery)
        case .create, .keepAnswer, .settleDone, .settleLater: return .send(try create(delivery))
        }
    }

    private func afterLookUp(_ delivery: RecordDelivery) async throws -> Plan {
        let (result, retryAfter) = try await lookUp(delivery)
        switch delivery.plan.afterLookUp(result.forPlan) {
        case .settleDone(let serverID):
            await tell(.found)
            return .settled(.done(serverID: serverID), possiblySent: false)
        case .update(let serverID):
            let update = try delivery.destination.update(delivery.record, serverID: serverID, delivery.access)
            return .send(try update ?? create(delivery))
        case .create, .lookUp, .keepAnswer: return .send(try create(delivery))
        case .settleLater:
            return .settled(.retry(after: retryAfter, Self.lookupFailed(result.reason)), possiblySent: true)
        }
    }

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
