internal import ActorRuntime
internal import BusContract
internal import DurableStore
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import VitalRecords

extension SessionManagerActor {
    /// The operations on sessions.
    var sessionHandlers: [RequestHandler] {
        [
            RequestHandler(SessionOperations.startSession) { [self] body, request in
                try await startSession(body, request)
            },
            RequestHandler(SessionOperations.endSession) { [self] body, request in
                try await endSession(body, request)
            },
            RequestHandler(SessionOperations.session) { [self] body, _ in
                let session = try await present(seat: body.seat)
                guard body.sessionID.map({ $0 == session.id }) ?? true else { throw Self.noSession(body) }
                var view = view(session)
                view.units = units.units(of: body.seat)
                return view
            },
            RequestHandler(SessionOperations.retrySession) { [self] body, request in
                try await retrySession(body, request)
            },
            RequestHandler(SessionOperations.credentials) { [self] body, _ in
                try await credentials(sessionID: body.sessionID)
            },
        ]
    }

    /// Starts a session named like its request, so that a repeat, whose first reply was lost, finds it.
    private func startSession(_ body: StartSession, _ request: RequestContext) async throws -> SessionView {
        try check(seat: body.seat)
        try await lookAtClock()
        let isUsable = (try? BusAddress.check(request.id, as: "id")) != nil
        let id = isUsable ? request.id : context.environment.newID()
        if let known = try await store.session(id: id) {
            guard known.seat == body.seat, known.userID == (body.userID ?? "") else {
                throw BusError(.conflict, "the request's id belongs to another session: use a new one")
            }
            return view(known)
        }
        var session = try newSession(body, id: id, at: context.environment.now())
        session.rateKey = try rateKey(of: session)
        session.isValidated = try await isConfirmed(session, isForced: body.force == true, request)
        let now = context.environment.now()
        session.startedAt = now
        let notifications = [events.sessionStarted(session, at: now)].compactMap { $0 }
        _ = try await store.startSession(
            session,
            endingPresentFor: "replaced",
            notifications: notifications,
            madeAt: request.time,
            at: now
        )
        context.activity.note("session started", ["session": id, "seat": session.seat, "destination": session.api])
        changed()
        await dispatcher.sessionsChanged()
        return view(session)
    }

    /// Whether the server confirms the credentials of a session that is to start; false where it cannot be asked now.
    ///
    /// - Throws: ``BusError`` `unauthorized` when it refuses them: nothing has changed then.
    private func isConfirmed(_ session: StoredSession, isForced: Bool, _ request: RequestContext) async throws -> Bool {
        guard !session.isDefaultUser else { return true }
        guard !isForced, let limit = try credentialWait(request) else { return false }
        switch try await dispatcher.check(session, isRunning: false, within: limit) {
        case .valid: return true
        case .unknown(let why):
            context.logger.notice("a session starts without the server's word", metadata: ["reason": "\(why)"])
            return false
        case .refused(let words):
            throw BusError(
                .unauthorized,
                "the server refuses these credentials (\(words)): no session is started, and what seat '\(session.seat)' has "
                    + "goes on; check user, organization and token"
            )
        }
    }

    /// How long a request may wait for the server's word; nil for not at all.
    func credentialWait(_ request: RequestContext) throws -> Duration? {
        var limit = try context.configuration.duration("credentials.wait")
        if let deadline = request.deadline {
            // What comes after the wait has to fit before the deadline too.
            let left = deadline.timeIntervalSince(context.environment.now()) - 2
            limit = min(limit, .milliseconds(Int64(clamping: max(0, min(left, 3_600)) * 1_000)))
        }
        return limit > .zero ? limit : nil
    }

    private func newSession(_ body: StartSession, id: String, at now: Date) throws -> StoredSession {
        let api = body.apiVersion ?? .inform
        guard api.isKnown else {
            throw BusError(.invalidArgument, "apiVersion '\(api.rawValue.prefix(16))' is unknown: use 'inform' or 'legacy'")
        }
        if body.defaultUser == true {
            return StoredSession(
                id: id,
                seat: body.seat,
                userID: "",
                organizationID: "",
                api: api.rawValue,
                apiVersion: "default",
                sealedToken: nil,
                startedAt: now
            )
        }
        guard let user = body.userID?.nonEmpty, let organization = body.organizationID?.nonEmpty,
            user.utf8.count <= 256, organization.utf8.count <= 256
        else {
            throw BusError(.invalidArgument, "userID and organizationID are needed, of 256 bytes at most each")
        }
        return StoredSession(
            id: id,
            seat: body.seat,
            userID: user,
            organizationID: organization,
            api: api.rawValue,
            apiVersion: api == .inform ? "v2" : "v1",
            sealedToken: try sealedToken(body),
            startedAt: now
        )
    }

    /// The token as it rests and travels: sealed with the site's key (DESIGN §7).
    private func sealedToken(_ body: StartSession) throws -> Data {
        guard body.accessToken == nil else {
            throw BusError(
                .invalidArgument,
                "an access token is not taken in the open: seal it with the site's key into sealedToken, as `vitalbus "
                    + "session start` does, and renew this one, for it has crossed the bus"
            )
        }
        if let token = body.hpkeToken { return try resealed(token, of: body) }
        guard let text = body.sealedToken else {
            throw BusError(
                .invalidArgument,
                "sealedToken or hpkeToken is needed: the access token, sealed with the site's key or for its public one"
            )
        }
        guard let sealed = Data(base64Encoded: text),
            let open = try? context.siteKey.open(Array(sealed), context: Self.tokenUse),
            (1...4096).contains(open.count)
        else {
            throw BusError(.invalidArgument, "sealedToken was not sealed with this site's key")
        }
        return sealed
    }

    /// What the session's rate is counted by: sessions with one token share it, and so does the next one.
    private func rateKey(of session: StoredSession) throws -> String? {
        guard let sealed = session.sealedToken else { return nil }
        let key = try context.siteKey
        let token = try key.open(Array(sealed), context: Self.tokenUse)
        return key.fingerprint(of: token, purpose: "rate/\(session.api)")
    }

    /// What a sealed token is bound to.
    static let tokenUse = "session-token"

    /// The name of a request by which its repeat is known; nil where its id is none.
    static func name(of request: RequestContext) -> RequestName? {
        guard (try? BusAddress.check(request.id, as: "id")) != nil else { return nil }
        return RequestName(source: request.source, id: request.id)
    }

    /// Ends the session that is named, or the one that the seat had when the request was made: its late repeat must not
    /// end the next one.
    private func endSession(_ body: SeatReference, _ request: RequestContext) async throws -> SessionEnded {
        let (name, madeAt) = (Self.name(of: request), request.time)
        var repeated: String?
        if let name { repeated = try await store.subject(of: name) }
        // A repeat, or an id that is used for every request: silence about a session that goes on would misbook.
        if let repeated,
            try await store.session(id: repeated)?.seat != body.seat || body.sessionID ?? repeated != repeated
        {
            throw Self.usedID(request)
        }
        if repeated != nil, body.sessionID == nil, try await store.session(seat: body.seat) != nil {
            throw Self.usedID(request)
        }
        let session: StoredSession
        if let id = repeated ?? body.sessionID {
            try await requireKnown(body.seat)
            guard let named = try await store.session(id: id), named.seat == body.seat else {
                throw Self.noSession(body)
            }
            session = named
        } else {
            session = try await present(seat: body.seat)
            // A start ahead of the clock was made before the clock was set back: the two times have no order.
            guard session.startedAt <= madeAt || session.startedAt > context.environment.now() else {
                throw BusError(.notFound, "the session of seat '\(body.seat)' began after its end was asked for")
            }
        }
        let now = context.environment.now()
        let ended = try await store.endSession(session.id, reason: "requested", request: name, at: now)
        context.activity.note("session ended", ["session": session.id, "seat": session.seat, "reason": "requested"])
        changed()
        // What a worker still holds is not at the server for certain either; the event waits for its answer.
        let unsynced = try await store.openCount(sessionID: session.id)
        return events.ended(ended, unsynced: unsynced, first: try await store.firstUnsynced(sessionID: session.id))
    }

    /// A request whose id was carried out before, and what it did does not stand any more or is not what is asked for.
    static func usedID(_ request: RequestContext) -> BusError {
        BusError(
            .conflict,
            "request '\(request.id)' was carried out before, and not this or things have changed since: a new request needs a "
                + "new id"
        )
    }

    static func noSession(_ body: SeatReference) -> BusError {
        BusError(
            .notFound,
            "seat '\(body.seat.prefix(64))' has no session '\(body.sessionID?.prefix(64) ?? "")': 'sessions' lists those "
                + "that there are"
        )
    }

    private func credentials(sessionID: String) async throws -> Credentials {
        var known = try await store.session(id: sessionID)
        if known == nil { known = await dispatcher.candidate(sessionID) }
        guard let session = known, let token = session.sealedToken else {
            throw BusError(.notFound, "session \(sessionID.prefix(64)) has no credentials: it has ended")
        }
        return Credentials(
            sessionID: session.id,
            userID: session.userID,
            organizationID: session.organizationID,
            sealedToken: token.base64EncodedString()
        )
    }

    func present(seat: String) async throws -> StoredSession {
        try await requireKnown(seat)
        guard let session = try await store.session(seat: seat) else {
            throw BusError(.notFound, "seat '\(seat)' has no session: start one with startSession")
        }
        return session
    }

    func view(_ session: StoredSession) -> SessionView {
        SessionView(
            sessionID: session.id,
            seat: session.seat,
            userID: session.userID.nonEmpty,
            organizationID: session.organizationID.nonEmpty,
            apiVersion: CloudAPI(rawValue: session.api),
            startedAt: session.startedAt,
            validated: session.isValidated ? .yes : .pending,
            defaultUser: session.isDefaultUser
        )
    }

    /// Refuses a seat at which no session can start.
    func check(seat: String) throws {
        try BusAddress.check(seat, as: "seat")
        guard ownership.seats.isEmpty || ownership.seats.contains(seat) else {
            throw Self.unknownSeat(seat, ownership.seats)
        }
    }
}

extension StoredSession {
    /// Whether it is the default user's, whose readings are not stored.
    var isDefaultUser: Bool { apiVersion == "default" }
}
