internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import QueueStore
internal import VitalRecords

/// Lists queued and undelivered records, retries refused ones, and reports the queue's depths.
struct QueueService: ManagerService {
    let parts: ServiceParts
    let lists: RecordLists

    /// The operations on the queue.
    var handlers: [RequestHandler] {
        [
            RequestHandler(SessionOperations.queuedRecords) { body, request in
                let list = RecordList.queued(seat: body.seat, sessionID: body.sessionID)
                return try await lists.page(of: list.within(reach(of: request)), for: body)
            },
            RequestHandler(SessionOperations.unsyncedRecords) { body, request in
                try await unsynced(body, request: request)
            },
            RequestHandler(SessionOperations.rejectedRecords) { body, request in
                try await lists.page(of: .rejected(seat: body.seat).within(reach(of: request)), for: body)
            },
            RequestHandler(SessionOperations.retryRecords) { body, _ in try await retry(body) },
            RequestHandler(SessionOperations.processQueue) { _, request in
                try await store.delivery.hastenAll(at: environment.now())
                signals.committed()
                var state = try await state()
                if let own = reach(of: request) { state.waiting = state.waiting?.filter { own.contains($0.seat) } }
                return state
            },
        ]
    }

    /// Sends refused records again.
    private func retry(_ body: RetryRecords) async throws -> RecordsRetried {
        if let seat = body.seat { try await lists.seats.require(seat) }
        let chosen = RefusedRecords(logID: body.logID?.rawValue, seat: body.seat, since: body.since)
        let found = try await store.records.resubmit(chosen, at: environment.now())
        guard found.retried > 0 || found.ended > 0 || body.logID == nil else {
            throw BusError(
                .notFound,
                message: "the server has not rejected this record, or it is already queued again: "
                    + "'rejectedRecords' lists the rejected ones"
            )
        }
        signals.committed()
        return RecordsRetried(retried: found.retried, ended: found.ended)
    }

    /// The queue's depths as the bus shows them.
    func state() async throws -> QueueState {
        let overview = try await store.delivery.overview(waiting: 16)
        let (depths, paused) = (overview.depths, overview.paused)
        let refused = depths.rejected > 0 ? try await store.records.refused(since: environment.now() - 86_400) : nil
        return QueueState(
            pending: depths.pendingLive + depths.pendingHistory,
            leased: depths.leased,
            held: depths.held,
            rejected: depths.rejected,
            oldestSeconds: depths.oldest.map { max(0, Int(clamping: environment.now().timeIntervalSince($0))) },
            paused: paused.isEmpty ? nil : paused.map { "\($0.api): \($0.reason)" }.joined(separator: "; "),
            images: depths.images,
            waiting: overview.waiting.map {
                .init(
                    seat: $0.seat,
                    apiVersion: CloudAPI(rawValue: $0.api),
                    count: $0.count,
                    history: $0.history,
                    since: $0.since,
                    error: $0.lastError,
                    until: lists.moment($0.until)
                )
            },
            rejectedLately: refused.flatMap { $0.count > 0 ? $0.count : nil },
            rejectedError: refused.flatMap { $0.count > 0 ? $0.lastError : nil }
        )
    }

    /// The roles that may see the values of all seats.
    private static let seesAll: Set<String> = Set(
        [BusRole.vitalbus, .operator, .caregiver, .page].map(\.rawValue)
    )

    /// A page of unsynced records; programs see only those of seats that share values.
    private func unsynced(_ body: PageRequest, request: RequestContext) async throws -> RecordPage {
        guard body.sessionID != nil || body.seat != nil else {
            throw BusError(
                .invalidArgument,
                message: "name a session by sessionID, or a seat for all of its ended sessions"
            )
        }
        if !Self.seesAll.contains(request.caller.actor) {
            var seat = body.seat
            if let id = body.sessionID { seat = try await store.sessions.session(id: id)?.seat }
            guard let seat, body.seat.map({ $0 == seat }) ?? true, events.shares(seat) else {
                throw BusError(
                    .notAuthorized,
                    message: "this seat's values are not shared: only people may list its records"
                )
            }
        }
        let list = RecordList.unsynced(sessionID: body.sessionID, seat: body.seat)
        return try await lists.page(of: list.within(reach(of: request)), for: body)
    }

    /// The seats that a caller may list; nil for all.
    private func reach(of request: RequestContext) -> Set<String>? { lists.seats.roll.reach(of: request.caller) }
}
