internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import DurableStore
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

extension SessionManagerActor {
    /// The operation that lists a seat's records.
    var historyHandlers: [RequestHandler] {
        [
            RequestHandler(SessionOperations.recordHistory) { [self] body, _ in try await history(body) }
        ]
    }

    private static let metricLimit = 32

    private func history(_ body: RecordHistoryRequest) async throws -> RecordHistory {
        if body.snapshot == nil { try await requireKnown(body.seat) }
        let metrics = body.metrics ?? []
        guard metrics.count <= Self.metricLimit, metrics.allSatisfy({ $0.utf8.count <= 128 }) else {
            throw BusError(.invalidArgument, "metrics are \(Self.metricLimit) names of 128 bytes at most")
        }
        let list = RecordList.history(seat: body.seat, from: body.from, to: body.to, metrics: metrics)
        let found = try await records(list, page: body.page, snapshot: body.snapshot, isLive: body.live == true)
        return RecordHistory(
            seat: body.seat,
            page: found.page,
            pages: found.pages,
            total: found.total,
            records: found.elements.compactMap(Self.entry),
            snapshot: found.snapshot
        )
    }

    private static func entry(_ stored: StoredRecord) -> RecordHistory.Entry? {
        guard let record = try? WireJSON.decode(VitalRecord.self, from: Array(stored.record)) else { return nil }
        let state = stored.entry.fate
        let isGone = state == .deleted
        return RecordHistory.Entry(
            record: isGone ? record.withoutValues : record.shortened(from: stored.record.count),
            state: state,
            since: stored.changedAt,
            serverID: stored.destinationID,
            error: stored.entry.state.fault,
            deletes: stored.entry.isToBeDeleted && !isGone ? true : nil
        )
    }
}

extension QueueEntry {
    /// What became of the record, as a person sees it.
    fileprivate var fate: RecordHistory.Entry.State {
        switch state {
        case .pending, .leased: .waiting
        // Its answer is here, and a newer revision waits for what its worker still holds.
        case .submitted where waitingRevision != nil: .waiting
        case .submitted: isDeletion ? .deleted : .submitted
        case .rejected: .failed
        case .ended(let outcomeUnknown): outcomeUnknown ? .unknown : .unsynced
        case .withdrawn: .deleted
        }
    }
}
