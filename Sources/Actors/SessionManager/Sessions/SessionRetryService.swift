internal import BusContract
internal import MessageBus
internal import QueueStore

/// Retries a seat's session: checks its credentials again, and makes its delayed records due.
struct SessionRetryService: ManagerService {
    let parts: ServiceParts
    let credentials: CredentialService

    /// The operation that retries a session.
    var handlers: [RequestHandler] {
        [RequestHandler(SessionOperations.retrySession) { body, request in try await retry(body, request: request) }]
    }

    private func retry(_ body: SeatReference, request: RequestContext) async throws -> SessionRetried {
        try seats.requireStartable(body.seat)
        guard let session = try await store.sessions.session(seat: body.seat),
            body.sessionID.map({ $0 == session.id }) ?? true
        else { throw try await nothingToRetry(body) }
        let all = [session] + (try await store.sessions.further(of: session.id))
        var waiting = 0
        for one in all {
            try await store.delivery.hasten(session: one, at: environment.now())
            waiting += try await store.records.openCount(sessionID: one.id)
        }
        signals.committed()
        return SessionRetried(
            seat: session.seat,
            sessionID: session.id,
            validated: try await credentials.word(on: session, for: request),
            waiting: waiting,
            unsyncedRecords: try await store.sessions.leftover(seat: session.seat)?.unsynced ?? 0
        )
    }

    private func nothingToRetry(_ body: SeatReference) async throws -> BusError {
        var words = "seat '\(body.seat.prefix(64))' has no session"
        if let id = body.sessionID { words += " '\(id.prefix(64))'" }
        if let left = try await store.sessions.leftover(seat: body.seat), let reason = left.endReason {
            words += "; the last one ended (\(reason)) with \(left.unsynced) records unsynced"
        }
        return BusError(
            .notFound,
            message: words + ": start one with startSession, and it takes over the same user's unsent records"
        )
    }
}
