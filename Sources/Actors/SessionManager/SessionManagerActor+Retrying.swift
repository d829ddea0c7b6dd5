internal import ActorRuntime
internal import BusContract
internal import DurableStore
internal import MessageBus

extension SessionManagerActor {
    /// Asks the server about a seat's session again, and makes what waits in it due.
    func retrySession(_ body: SeatReference, _ request: RequestContext) async throws -> SessionRetried {
        try check(seat: body.seat)
        guard let session = try await store.session(seat: body.seat),
            body.sessionID.map({ $0 == session.id }) ?? true
        else { throw try await nothingToRetry(body) }
        try await store.hasten(session: session, at: context.environment.now())
        changed()
        return SessionRetried(
            seat: session.seat,
            sessionID: session.id,
            validated: try await word(on: session, request),
            waiting: try await store.openCount(sessionID: session.id),
            unsyncedRecords: try await store.leftover(seat: session.seat)?.unsynced ?? 0
        )
    }

    private func word(on session: StoredSession, _ request: RequestContext) async throws
        -> SessionRetried.Validity
    {
        let known = session.isValidated ? SessionRetried.Validity.yes : .pending
        guard !session.isDefaultUser, let limit = try credentialWait(request) else { return known }
        return switch try await dispatcher.check(session, isRunning: true, within: limit) {
        case .valid: .yes
        case .refused: .no
        case .unknown: known
        }
    }

    private func nothingToRetry(_ body: SeatReference) async throws -> BusError {
        var words = "seat '\(body.seat.prefix(64))' has no session"
        if let id = body.sessionID { words += " '\(id.prefix(64))'" }
        if let left = try await store.leftover(seat: body.seat), let reason = left.endReason {
            words += "; the last one ended (\(reason)) with \(left.unsynced) records unsynced"
        }
        return BusError(
            .notFound,
            words + ": start one with startSession, and what is unsynced of the same user goes on under it"
        )
    }
}
