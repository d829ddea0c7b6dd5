internal import ActorRuntime
internal import BusContract
internal import DurableStore
internal import FoundationEssentials
internal import MessageBus

extension SessionManagerActor {
    /// The operations on sessions.
    var sessionHandlers: [RequestHandler] {
        [
            RequestHandler(SessionOperations.startSession) { [self] body, request in
                try await startSession(body, request)
            },
            RequestHandler(SessionOperations.endSession) { [self] body, request in
                try await endSession(body, madeAt: request.time)
            },
            RequestHandler(SessionOperations.session) { [self] body, _ in
                let session = try await present(seat: body.seat)
                guard body.sessionID.map({ $0 == session.id }) ?? true else { throw Self.noSession(body) }
                return view(session)
            },
            RequestHandler(SessionOperations.credentials) { [self] body, _ in
                try await credentials(sessionID: body.sessionID)
            },
        ]
    }

    /// Starts a session named like its request, so that a repeat, whose first reply was lost, finds it.
    private func startSession(_ body: StartSession, _ request: RequestContext) async throws -> SessionView {
        try check(seat: body.seat)
        let isUsable = (try? BusAddress.check(request.id, as: "id")) != nil
        let id = isUsable ? request.id : context.environment.newID()
        if let known = try await store.session(id: id) {
            guard known.seat == body.seat, known.userID == (body.userID ?? "") else {
                throw BusError(.conflict, "the request's id belongs to another session: use a new one")
            }
            return view(known)
        }
        let now = context.environment.now()
        var session = try newSession(body, id: id, at: now)
        session.isValidated = body.defaultUser == true
        session.rateKey = try rateKey(of: session)
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

    private func newSession(_ body: StartSession, id: String, at now: Date) throws -> StoredSession {
        let api = body.apiVersion ?? "inform"
        guard ["inform", "legacy"].contains(api) else {
            throw BusError(.invalidArgument, "apiVersion '\(api.prefix(16))' is unknown: use 'inform' or 'legacy'")
        }
        if body.defaultUser == true {
            return StoredSession(
                id: id,
                seat: body.seat,
                userID: "",
                organizationID: "",
                api: api,
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
            api: api,
            apiVersion: api == "inform" ? "v2" : "v1",
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
        guard let text = body.sealedToken else {
            throw BusError(.invalidArgument, "sealedToken is needed: the access token, sealed with the site's key")
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

    /// Ends the session that is named, or the one that the seat had when the request was made: its late repeat must not
    /// end the next one.
    private func endSession(_ body: SeatReference, madeAt: Date) async throws -> SessionEnded {
        let session: StoredSession
        if let id = body.sessionID {
            guard let named = try await store.session(id: id), named.seat == body.seat else {
                throw Self.noSession(body)
            }
            session = named
        } else {
            session = try await present(seat: body.seat)
            guard session.startedAt <= madeAt else {
                throw BusError(.notFound, "the session of seat '\(body.seat)' began after its end was asked for")
            }
        }
        let now = context.environment.now()
        let ended = try await store.endSession(session.id, reason: "requested", at: now)
        context.activity.note("session ended", ["session": session.id, "seat": session.seat, "reason": "requested"])
        changed()
        // What a worker still holds is not at the server for certain either; the event waits for its answer.
        return events.ended(ended, unsynced: try await store.openCount(sessionID: session.id))
    }

    private static func noSession(_ body: SeatReference) -> BusError {
        BusError(.notFound, "seat '\(body.seat.prefix(64))' has no session '\(body.sessionID?.prefix(64) ?? "")'")
    }

    private func credentials(sessionID: String) async throws -> Credentials {
        guard let session = try await store.session(id: sessionID), let token = session.sealedToken else {
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
        try check(seat: seat)
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
            apiVersion: session.api,
            startedAt: session.startedAt,
            validated: session.isValidated ? "yes" : "pending",
            defaultUser: session.isDefaultUser
        )
    }

    func check(seat: String) throws {
        try BusAddress.check(seat, as: "seat")
        guard ownership.seats.isEmpty || ownership.seats.contains(seat) else {
            throw BusError(
                .invalidArgument,
                "the site has no seat '\(seat)'; it has \(ownership.seats.joined(separator: ", "))"
            )
        }
    }
}

extension StoredSession {
    /// Whether it is the default user's, whose readings are not stored.
    var isDefaultUser: Bool { apiVersion == "default" }
}
