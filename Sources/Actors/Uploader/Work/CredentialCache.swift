internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import MessageBus

/// Sessions' credentials, asked for once and kept in memory only.
actor CredentialCache {
    /// What a sealed token is bound to; the session manager seals with the same word.
    static let tokenUse = "session-token"
    /// The most sessions kept; beyond that all are requested again.
    private static let limit = 4_096

    private let context: ActorContext
    private let ownerHub: String
    private var known: [String: SessionCredentials] = [:]
    private var asked: [String: Task<SessionCredentials, any Error>] = [:]

    init(_ context: ActorContext, ownerHub: String) {
        self.context = context
        self.ownerHub = ownerHub
    }

    /// A session's credentials if they are known, without a request.
    func kept(_ sessionID: String) -> SessionCredentials? { known[sessionID] }

    /// A session's credentials; concurrent callers share one request.
    ///
    /// - Throws: ``UploaderError`` `credentialsUnavailable` or `credentialsSealed`.
    func credentials(_ sessionID: String) async throws -> SessionCredentials {
        if let credentials = known[sessionID] { return credentials }
        let task = asked[sessionID] ?? Task { try await fetch(sessionID) }
        asked[sessionID] = task
        defer { asked[sessionID] = nil }
        let credentials = try await task.value
        if known.count >= Self.limit { known = [:] }
        known[sessionID] = credentials
        return credentials
    }

    /// Forgets a session's credentials, since the destination refused them.
    func drop(_ sessionID: String) { known[sessionID] = nil }

    private func fetch(_ sessionID: String) async throws -> SessionCredentials {
        let reply: Credentials
        do {
            reply = try await context.requests.call(
                SessionOperations.credentials,
                hub: ownerHub,
                body: CredentialsRequest(sessionID: sessionID),
                timeout: .seconds(5)
            )
        } catch let error as BusError {
            throw UploaderError(
                .credentialsUnavailable,
                message: "the session manager did not provide credentials: \(error.message)",
                isRetriable: true
            )
        }
        // A destination without personal tokens authenticates by its own configuration.
        guard !reply.sealedToken.isEmpty else {
            return SessionCredentials(userID: reply.userID, organizationID: reply.organizationID, token: "")
        }
        let sealed = Data(base64Encoded: reply.sealedToken).map { Array($0) } ?? []
        // Absent is nil: reported as credentials that cannot be decrypted.
        guard let bytes = try? context.siteKey.open(sealed, context: Self.tokenUse), !bytes.isEmpty,
            let token = String(validating: bytes, as: UTF8.self)
        else {
            throw UploaderError(
                .credentialsSealed,
                message: "the session's token does not open: give this machine the site's key",
                isRetriable: true
            )
        }
        return SessionCredentials(userID: reply.userID, organizationID: reply.organizationID, token: token)
    }
}
