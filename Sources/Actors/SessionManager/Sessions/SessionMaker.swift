internal import BusContract
internal import FHIRContent
internal import FoundationEssentials
internal import MessageBus
internal import QueueStore

/// Makes the sessions of a request: one at its first destination, and one at each further destination.
struct SessionMaker: Sendable {
    /// The most further destinations.
    private static let limit = 4

    let tokens: SessionTokens
    let newID: @Sendable () -> String

    /// The session of a seat.
    ///
    /// - Throws: ``BusError`` `invalidArgument`.
    func session(_ body: StartSession, id: String, at now: Date) throws -> StoredSession {
        let api = body.apiVersion ?? .inform
        try Self.requireKnown(api, as: "apiVersion")
        guard body.defaultUser != true else {
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
        let form = SessionTokens.Form(body)
        return try make(
            api,
            id: id,
            form: form,
            organization: body.organizationID,
            token: api.needsToken ? try tokens.sealed(form) : nil,
            at: now
        )
    }

    /// The sessions that accompany one.
    ///
    /// - Throws: ``BusError`` `invalidArgument`.
    func further(_ body: StartSession, of session: StoredSession) throws -> [StoredSession] {
        let named = body.destinations ?? []
        guard !named.isEmpty else { return [] }
        guard !session.isDefaultUser else {
            throw BusError(
                .invalidArgument,
                message: "the default user's session does not deliver: leave destinations out"
            )
        }
        guard named.count <= Self.limit, Set(named.map(\.destination.rawValue) + [session.api]).count == named.count + 1
        else {
            throw BusError(
                .invalidArgument,
                message: "at most \(Self.limit) destinations, each once, including apiVersion's"
            )
        }
        return try named.map { try accompanying($0, of: session) }
    }

    private func accompanying(_ named: FurtherDestination, of session: StoredSession) throws -> StoredSession {
        try Self.requireKnown(named.destination, as: "destination")
        let user = named.userID?.nonEmpty ?? (named.destination == .fhir ? nil : session.userID)
        let form = SessionTokens.Form(named, seat: session.seat, userID: user)
        let own = form.isGiven ? nil : session.sealedToken
        return try make(
            named.destination,
            id: newID(),
            form: form,
            organization: named.organizationID?.nonEmpty ?? session.organizationID,
            token: named.destination.needsToken ? try own ?? tokens.sealed(form) : nil,
            at: session.startedAt
        )
    }

    private func make(
        _ api: CloudAPI,
        id: String,
        form: SessionTokens.Form,
        organization: String?,
        token: Data?,
        at now: Date
    ) throws -> StoredSession {
        let (user, organization) = (form.userID ?? "", organization ?? "")
        if api == .fhir { try Self.requirePatient(user) }
        guard !user.isEmpty, !api.needsToken || !organization.isEmpty, user.utf8.count <= 256,
            organization.utf8.count <= 256
        else {
            throw BusError(
                .invalidArgument,
                message: "userID and organizationID are required, with at most 256 bytes each"
            )
        }
        var session = StoredSession(
            id: id,
            seat: form.seat,
            userID: user,
            organizationID: organization,
            api: api.rawValue,
            apiVersion: api.version,
            sealedToken: token,
            isValidated: !api.checksSessions,
            startedAt: now
        )
        session.rateKey = try tokens.rateKey(of: session)
        return session
    }

    private static func requireKnown(_ api: CloudAPI, as field: String) throws {
        guard !api.isKnown else { return }
        let known = CloudAPI.known.map { "'\($0)'" }.joined(separator: ", ")
        throw BusError(
            .invalidArgument,
            message: "\(field) '\(api.rawValue.prefix(16))' is unknown: use one of \(known)"
        )
    }

    private static func requirePatient(_ user: String) throws {
        do {
            _ = user.contains("|") ? try FHIRPatient(identifier: user) : try FHIRPatient(reference: user)
        } catch {
            throw BusError(
                .invalidArgument,
                message:
                    "userID at 'fhir' must be the patient there, as Patient/123 or SYSTEM|VALUE (urn:oid:1.2.3|4711)"
            )
        }
    }
}
