internal import BusContract
internal import DeliveryRules
internal import VitalRecords

/// A granted record with all that its delivery needs.
struct RecordDelivery: Sendable {
    let held: HeldItem
    let item: UploadGrant.Item
    let destination: any Destination
    let access: SessionCredentials
    /// Chooses the request to send.
    let plan: AttemptPlan

    var record: VitalRecord { item.record }

    /// Whether the owner needs to hear that the record was possibly sent: a doubt that it already knows keeps its time.
    var isUnknown: Bool { plan.isInDoubt && !item.possiblySent }

    /// The id for a deletion; empty if the destination's ids are made here, so that it need not have returned one.
    var idToDelete: String? { item.serverID ?? (plan.repeats == .versions ? "" : nil) }
}

/// The request to send, or the result that needs none.
enum AttemptStep {
    case send(DestinationRequest)
    case settled(UploadOutcome.Result, possiblySent: Bool)
}

/// Carries out a plan's steps up to a request that writes.
struct AttemptSteps: Sendable {
    let lookUp: RecordLookUp
    let credentials: CredentialCache
    /// When a destination must show a record that it has accepted.
    let settling: Settling

    /// Carries out the plan's steps up to the first request that writes.
    func first(_ delivery: RecordDelivery) async throws -> AttemptStep {
        let (item, known) = (delivery.item, try knownTarget(delivery))
        switch delivery.plan.first(canUpdate: known != nil) {
        case .update: return .send(try known ?? create(delivery))
        case .delete: return known.map { .send($0) } ?? .settled(.failed(.undeletable), possiblySent: false)
        case .settleUndeletable: return .settled(.failed(.undeletable), possiblySent: item.possiblySent)
        case .lookUp: return try await afterLookUp(delivery)
        case .create, .keepAnswer, .settleDone, .settleDeleted, .settleLater, .settle:
            return .send(try create(delivery))
        }
    }

    /// The change or the deletion of the stored record, if its id is known now.
    private func knownTarget(_ delivery: RecordDelivery) throws -> DestinationRequest? {
        let item = delivery.item
        if delivery.plan.isDeletion {
            return try delivery.idToDelete.map {
                try delivery.destination.delete(item.record, serverID: $0, with: delivery.access)
            }
        }
        guard item.isUpdate else { return nil }
        return try delivery.destination.update(item.record, serverID: item.serverID, with: delivery.access)
    }

    private func afterLookUp(_ delivery: RecordDelivery, isSecond: Bool = false) async throws -> AttemptStep {
        let (result, retryAfter) = try await lookUp.find(delivery)
        switch delivery.plan.afterLookUp(result.forPlan(now: lookUp.now()), isSecond: isSecond) {
        case .settleDone(let serverID):
            await lookUp.tell(.found)
            return .settled(.done(serverID: serverID), possiblySent: false)
        case .settleDeleted: return .settled(.done(serverID: nil), possiblySent: false)
        case .update(let serverID):
            let update = try delivery.destination.update(delivery.record, serverID: serverID, with: delivery.access)
            return .send(try update ?? create(delivery))
        case .delete(let serverID):
            guard let serverID = serverID ?? delivery.idToDelete else {
                return .settled(.failed(.undeletable), possiblySent: true)
            }
            return .send(try delivery.destination.delete(delivery.record, serverID: serverID, with: delivery.access))
        case .lookUp: return try await afterLookUp(delivery, isSecond: true)
        case .create, .keepAnswer: return .send(try create(delivery))
        case .settleLater where result == .absent:
            return .settled(unsettled(delivery), possiblySent: delivery.isUnknown)
        case .settleLater, .settleUndeletable:
            let failure = DeliveryError.lookupFailed(result.reason)
            return .settled(.retry(after: retryAfter, failure), possiblySent: delivery.isUnknown)
        case .settle(let refusal): return await settled(refusal, for: delivery)
        }
    }

    /// The destination does not show the record, and may not show it yet: it is asked again, at the latest when it must.
    func unsettled(_ delivery: RecordDelivery) -> UploadOutcome.Result {
        let (wait, left) = settling.next(
            delivery.item,
            isOwnDoubt: delivery.isUnknown,
            showsAtOnce: delivery.destination.showsAtOnce
        )
        let reason =
            "the list does not show it yet and will be asked again in \(wait.components.seconds) s; "
            + "if it never does, it is sent again in \(left.components.seconds) s (lookup.settle)"
        return .retry(after: wait, .lookupFailed(reason))
    }

    /// A look-up showed a fault of the session's credentials or the destination; earlier requests may have arrived.
    func settled(_ refusal: AnswerClass, for delivery: RecordDelivery) async -> AttemptStep {
        if case .sessionUnauthorized = refusal { await credentials.drop(delivery.item.sessionID) }
        return .settled(UploadOutcome.Result(refusal), possiblySent: delivery.isUnknown)
    }

    func create(_ delivery: RecordDelivery) throws -> DestinationRequest {
        try delivery.destination.create(delivery.record, with: delivery.access)
    }
}
