internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import QueueStore

/// Starts, ends and shows sessions.
struct SessionService: ManagerService {
    /// The most earlier sessions whose records one start may take over.
    private static let mostTaken = 64

    let parts: ServiceParts
    let tokens: SessionTokens
    let credentials: CredentialService

    /// The operations on sessions.
    var handlers: [RequestHandler] {
        [
            RequestHandler(SessionOperations.startSession) { body, request in
                try await startSession(body, request: request)
            },
            RequestHandler(SessionOperations.endSession) { body, request in
                try await endSession(body, request: request)
            },
            RequestHandler(SessionOperations.session) { body, _ in
                let session = try await seats.session(of: body.seat)
                guard body.sessionID.map({ $0 == session.id }) ?? true else { throw BusError.noSession(body) }
                var view = SessionView(session, further: try await store.sessions.further(of: session.id))
                view.units = settings.units.units(of: body.seat)
                return view
            },
        ]
    }

    /// Starts a session with the id of its request, so that a repeat of the request finds it.
    private func startSession(_ body: StartSession, request: RequestContext) async throws -> SessionView {
        try seats.requireStartable(body.seat)
        try await wallClock.look()
        // Absent is nil: a malformed id is not used.
        let isUsable = (try? BusAddress.check(request.id, as: "id")) != nil
        let id = isUsable ? request.id : environment.newID()
        if let known = try await store.sessions.session(id: id) {
            guard known.seat == body.seat, known.userID == (body.userID ?? "") else {
                throw BusError(.conflict, message: "the request's id belongs to another session: use a new one")
            }
            return SessionView(known, further: try await store.sessions.further(of: id))
        }
        let maker = SessionMaker(tokens: tokens, newID: environment.newID)
        var session = try maker.session(body, id: id, at: environment.now())
        var further = try maker.further(body, of: session)
        let present = try await store.sessions.session(seat: body.seat)
        if let present, let view = try await goOn(with: present, as: [session] + further, asked: body, for: request) {
            return view
        }
        let taken = try await takenSessions(body, by: session)
        let isConfirmed = try await credentials.confirm(
            session,
            ending: present.flatMap { $0.isDefaultUser ? nil : $0 },
            isForced: body.force == true,
            for: request
        )
        session.isValidated = session.isValidated || isConfirmed
        let now = environment.now()
        session.startedAt = now
        for index in further.indices { further[index].startedAt = now }
        let notifications = [events.sessionStarted(session, at: now)].compactMap { $0 }
        _ = try await store.sessions.start(
            session,
            further: further,
            taking: taken.map { ($0.id, environment.newID()) },
            endingPresentFor: "replaced",
            notifications: notifications,
            madeAt: request.time,
            at: now
        )
        let destinations = ([session] + further).map(\.api).joined(separator: " ")
        activity.note("session started", ["session": id, "seat": session.seat, "destination": destinations])
        signals.committed()
        await credentials.sessionsChanged()
        return SessionView(session, further: further)
    }

    /// The seat's present session, if the request asks for the same person, destinations and credentials.
    ///
    /// - Returns: Nil if anything differs or a destination has ended; then a new session takes over.
    /// - Throws: ``BusError`` `unauthorized` when the server now refuses the session's credentials; the session has
    ///   then ended.
    private func goOn(
        with present: StoredSession,
        as wanted: [StoredSession],
        asked body: StartSession,
        for request: RequestContext
    ) async throws -> SessionView? {
        var all = [present] + (try await store.sessions.further(of: present.id))
        guard body.takes?.isEmpty ?? true, all.allSatisfy({ $0.endedAt == nil }),
            Set(all.map(\.target)) == Set(wanted.map(\.target))
        else { return nil }
        if !present.isValidated, body.force != true {
            switch try await credentials.word(on: present, for: request) {
            case .yes: all[0].isValidated = true
            case .no: throw credentials.refusal("the session has ended; its queued records are kept")
            default: break
            }
        }
        activity.note("session continues", ["session": present.id, "seat": present.seat])
        return SessionView(all[0], further: Array(all.dropFirst()))
    }

    /// The seat's sessions without a cloud whose records a start takes over.
    ///
    /// - Throws: ``BusError`` `invalidArgument` for a session of another seat or destination; `conflict` if its records
    ///   already go to this destination.
    private func takenSessions(_ body: StartSession, by session: StoredSession) async throws -> [StoredSession] {
        let names = Array(Set(body.takes ?? [])).sorted()
        guard names.count <= Self.mostTaken else {
            throw BusError(.invalidArgument, message: "takes must name at most \(Self.mostTaken) sessions")
        }
        guard names.isEmpty || (session.api != CloudAPI.file.rawValue && !session.isDefaultUser) else {
            throw BusError(.invalidArgument, message: "takes needs a destination other than 'file'")
        }
        var found: [StoredSession] = []
        for name in names {
            guard let one = try await store.sessions.session(id: name), one.seat == body.seat, one.accompanies == nil,
                one.api == CloudAPI.file.rawValue
            else {
                throw BusError(
                    .invalidArgument,
                    message: "'\(name.prefix(64))' is not a session of seat '\(body.seat)' at the destination 'file'"
                )
            }
            guard try await store.sessions.further(of: one.id).allSatisfy({ $0.api != session.api }) else {
                throw BusError(
                    .conflict,
                    message: "the records of session '\(name)' already go to '\(session.api)'"
                )
            }
            found.append(one)
        }
        return found
    }

    /// Ends the named session, or the one that the seat had when the request was made.
    ///
    /// A late repeat must not end the next session.
    private func endSession(_ body: SeatReference, request: RequestContext) async throws -> SessionEnded {
        let (name, madeAt) = (request.name, request.time)
        var repeated: String?
        if let name { repeated = try await store.assignments.subject(of: name) }
        // A caller may reuse one id for every request. That must not look like a repeat, or the running session would
        // continue.
        if let repeated,
            try await store.sessions.session(id: repeated)?.seat != body.seat || body.sessionID ?? repeated != repeated
        {
            throw request.usedID
        }
        if repeated != nil, body.sessionID == nil, try await store.sessions.session(seat: body.seat) != nil {
            throw request.usedID
        }
        let session: StoredSession
        if let id = repeated ?? body.sessionID {
            try await seats.require(body.seat)
            guard let named = try await store.sessions.session(id: id), named.seat == body.seat else {
                throw BusError.noSession(body)
            }
            session = named
        } else {
            session = try await seats.session(of: body.seat)
            // A start in the future means that the clock was set back since, so the two times cannot be compared.
            guard session.startedAt <= madeAt || session.startedAt > environment.now() else {
                throw BusError(
                    .notFound,
                    message: "the session of seat '\(body.seat)' began after the request to end it"
                )
            }
        }
        let now = environment.now()
        let ended = try await store.sessions.end(session.id, reason: "requested", request: name, at: now)
        activity.note("session ended", ["session": session.id, "seat": session.seat, "reason": "requested"])
        signals.committed()
        // Leased records may not be delivered yet; the event waits for their outcomes.
        let unsynced = try await store.records.openCount(sessionID: session.id)
        return events.ended(
            ended,
            unsynced: unsynced,
            first: try await store.records.firstUnsynced(sessionID: session.id)
        )
    }
}

extension StoredSession {
    /// Whether it is the default user's, whose readings are not stored.
    var isDefaultUser: Bool { apiVersion == "default" }

    /// The destination, its version, the user there, and the token.
    fileprivate var target: [String?] { [api, apiVersion, userID, organizationID, rateKey] }
}

extension SessionView {
    /// A session as callers see it.
    ///
    /// - Parameter further: The sessions that accompany it.
    init(_ session: StoredSession, further: [StoredSession] = []) {
        self.init(
            sessionID: session.id,
            seat: session.seat,
            userID: session.userID.nonEmpty,
            organizationID: session.organizationID.nonEmpty,
            apiVersion: CloudAPI(rawValue: session.api),
            startedAt: session.startedAt,
            validated: session.isValidated ? .yes : .pending,
            defaultUser: session.isDefaultUser,
            destinations: further.isEmpty ? nil : further.map(SessionDestination.init)
        )
    }
}

extension SessionDestination {
    /// A session's state at a further destination.
    fileprivate init(_ session: StoredSession) {
        self.init(
            destination: CloudAPI(rawValue: session.api),
            userID: session.userID,
            validated: session.isValidated ? .yes : .pending,
            endReason: session.endReason.map(SessionEndReason.init(rawValue:))
        )
    }
}

extension BusError {
    /// The error for a session id that the seat does not have.
    static func noSession(_ body: SeatReference) -> BusError {
        BusError(
            .notFound,
            message:
                "seat '\(body.seat.prefix(64))' has no session '\(body.sessionID?.prefix(64) ?? "")': 'sessions' lists the "
                + "known ones"
        )
    }
}

extension RequestContext {
    /// The name by which a repeat of the request is known; nil if its id is invalid.
    var name: RequestName? {
        // Absent is nil: a malformed id is not used.
        guard (try? BusAddress.check(id, as: "id")) != nil else { return nil }
        return RequestName(source: source, id: id)
    }

    /// The error for a reused id: the earlier request asked for something else, or its result has since changed.
    var usedID: BusError {
        BusError(
            .conflict,
            message:
                "request '\(id)' was already carried out with other content, or the state has changed since: a new request needs a "
                + "new id"
        )
    }
}
