internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import MessageBus
internal import QueueStore
internal import StoreEngine
internal import VitalRecords

/// Lists a seat's records and what became of each.
struct RecordHistoryService: ManagerService {
    private static let metricLimit = 32
    /// The most records of `newest`.
    private static let newestLimit = 64

    let parts: ServiceParts
    let lists: RecordLists

    /// The operation that lists a seat's records.
    var handlers: [RequestHandler] {
        [RequestHandler(SessionOperations.recordHistory) { body, _ in try await history(body) }]
    }

    private func history(_ body: RecordHistoryRequest) async throws -> RecordHistory {
        if body.snapshot == nil { try await seats.require(body.seat) }
        let metrics = body.metrics ?? []
        guard metrics.count <= Self.metricLimit, metrics.allSatisfy({ $0.utf8.count <= 128 }) else {
            throw BusError(
                .invalidArgument,
                message: "metrics must be at most \(Self.metricLimit) names of at most 128 bytes"
            )
        }
        let session = try await store.sessions.session(seat: body.seat)
        let whose = try Self.whose(body, session: session)
        let list = RecordList.history(seat: body.seat, from: body.from, to: body.to, metrics: metrics, whose: whose)
        let found = try await page(body, of: list)
        let further = try await store.records.further(of: found.elements.map(\.logID))
        let people = try await store.sessions.people(ofSessions: Set(found.elements.map(\.sessionID)))
        return RecordHistory(
            seat: body.seat,
            page: found.page,
            pages: found.pages,
            total: found.total,
            records: found.elements.compactMap {
                Self.entry($0, further: further[$0.logID] ?? [], userID: people[$0.sessionID]?.userID)
            },
            snapshot: found.snapshot,
            present: try await present(session),
            hasBefore: try await hasBefore(body.seat, session: session)
        )
    }

    /// The requested page, or the newest record of each metric if the request asks for that.
    private func page(_ body: RecordHistoryRequest, of list: RecordList) async throws -> StorePage<StoredRecord> {
        guard body.newest == true else {
            return try await lists.records(
                of: list,
                page: body.page,
                snapshot: body.snapshot,
                isLive: body.live == true
            )
        }
        guard body.metrics?.isEmpty ?? true, body.page ?? 1 == 1, body.snapshot == nil else {
            throw BusError(
                .invalidArgument,
                message: "newest returns one page of all metrics: leave metrics, page and snapshot out"
            )
        }
        let records = try await store.records.newest(list, limit: Self.newestLimit)
        return StorePage(page: 1, pages: 1, total: records.count, elements: records)
    }

    /// Whose records a request asks for; by default the present person's.
    private static func whose(_ body: RecordHistoryRequest, session: StoredSession?) throws -> RecordList.Whose {
        if let user = body.userID {
            guard body.whose ?? .everybody == .everybody, user.utf8.count <= 1_024 else {
                throw BusError(
                    .invalidArgument,
                    message: "userID must have at most 1,024 bytes; leave whose out with it"
                )
            }
            return .person(SessionPerson(userID: user))
        }
        switch body.whose ?? .present {
        case .present: return session.map { .person($0.holder) } ?? .nobody
        case .before: return session.map { .others(than: $0.holder) } ?? .everybody
        case .everybody: return .everybody
        default: throw BusError(.invalidArgument, message: "whose must be present, before or everybody")
        }
    }

    private func present(_ session: StoredSession?) async throws -> RecordHistory.Present? {
        guard let session else { return nil }
        let since = try await store.sessions.start(ofPersonOf: session)
        return RecordHistory.Present(userID: session.userID, since: since)
    }

    private func hasBefore(_ seat: String, session: StoredSession?) async throws -> Bool {
        try await store.sessions.hasRecordsOfOthers(seat: seat, than: session?.holder)
    }

    private static func entry(
        _ stored: StoredRecord,
        further: [StoredRecord],
        userID: String?
    ) -> RecordHistory.Entry? {
        guard let record = stored.shown else { return nil }
        let state = stored.entry.fate
        let isGone = state == .deleted
        var shown = isGone ? record.withoutValues : record.shortened(from: stored.record.count)
        // A deletion has no content, and the record's is of the revision before it.
        if isGone || stored.entry.isToBeDeleted { shown.revision = stored.entry.newestRevision }
        return RecordHistory.Entry(
            record: shown,
            state: state,
            since: stored.changedAt,
            serverID: stored.destinationID,
            error: stored.entry.state.fault,
            deletes: stored.entry.isToBeDeleted && !isGone ? true : nil,
            elsewhere: further.isEmpty ? nil : further.map(Self.elsewhere),
            userID: userID,
            leftOut: isGone ? nil : stored.leftOut
        )
    }

    private static func elsewhere(_ stored: StoredRecord) -> RecordHistory.Entry.Elsewhere {
        RecordHistory.Entry.Elsewhere(
            destination: CloudAPI(rawValue: stored.api),
            state: stored.entry.fate,
            since: stored.changedAt,
            serverID: stored.destinationID,
            error: stored.entry.state.fault
        )
    }
}

extension QueueEntry {
    /// What became of the record, as a person sees it.
    fileprivate var fate: RecordHistory.Entry.State {
        switch state {
        case .pending, .leased: .waiting
        // The answer has arrived, but a newer revision waits until the worker's lease ends.
        case .submitted where waitingRevision != nil: .waiting
        case .submitted: isDeletion ? .deleted : .submitted
        case .rejected: .failed
        case .ended(let outcomeUnknown): outcomeUnknown ? .unknown : .unsynced
        case .withdrawn: .deleted
        }
    }
}
