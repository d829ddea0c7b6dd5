internal import BusContract
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import QueueStore
internal import VitalRecords

/// Serves sealed credentials to workers, and has the server confirm a session's credentials while the caller waits.
struct CredentialService: ManagerService {
    let parts: ServiceParts
    let asker: CredentialAsker
    /// The longest time that a caller waits for the server's answer.
    private var longestWait: Duration { settings.credentialsWait }

    /// The operation that hands out a session's sealed credentials.
    var handlers: [RequestHandler] {
        [RequestHandler(SessionOperations.credentials) { body, _ in try await credentials(of: body.sessionID) }]
    }

    /// Whether the server confirms the credentials of a new session; false if it cannot be asked now.
    ///
    /// - Parameter present: The session that it would replace; nil if the seat has none or one that delivers nothing.
    /// - Throws: ``BusError`` `unauthorized` when the server refuses the credentials; `busy` when they could not be
    ///   checked and would replace a present session. Both change nothing.
    func confirm(
        _ session: StoredSession,
        ending present: StoredSession?,
        isForced: Bool,
        for request: RequestContext
    ) async throws -> Bool {
        guard !session.isDefaultUser, !session.isValidated else { return true }
        // Without a wait, as an operator may configure, credentials are always checked later.
        guard !isForced, longestWait > .zero else { return false }
        let verdict =
            if let limit = wait(for: request) {
                try await asker.check(session, isRunning: false, within: limit)
            } else {
                CredentialCandidate.Verdict.unanswered("the request does not leave enough time to ask the server")
            }
        switch verdict {
        case .valid: return true
        case .unchecked(let why): return noteUnconfirmed(why)
        case .unknown(let why) where present?.holder != session.holder: return noteUnconfirmed(why)
        case .unanswered(let why) where present == nil: return noteUnconfirmed(why)
        case .unknown(let why), .unanswered(let why):
            throw BusError(
                .busy,
                message:
                    "these credentials could not be checked (\(why)): no session was started, and seat '\(session.seat)' keeps its present one. Try again in some seconds, or start unchecked with force"
            )
        case .refused(let words):
            throw refusal("no session was started, and seat '\(session.seat)' keeps its present one", words: words)
        }
    }

    /// The error for credentials that the server refuses.
    func refusal(_ what: String, words: String? = nil) -> BusError {
        let words = words.map { " (\($0))" } ?? ""
        return BusError(
            .unauthorized,
            message: "the server rejects these credentials\(words): \(what); check user, organization and token"
        )
    }

    private func noteUnconfirmed(_ why: String) -> Bool {
        logger.notice(
            "starting a session with unconfirmed credentials; they are checked later",
            metadata: ["reason": "\(why)"]
        )
        return false
    }

    /// The server's answer on a running session's credentials: `yes`, `no`, or the state known before.
    func word(on session: StoredSession, for request: RequestContext) async throws -> SessionRetried.Validity {
        let known = session.isValidated ? SessionRetried.Validity.yes : .pending
        guard !session.isDefaultUser, CloudAPI(rawValue: session.api).checksSessions, let limit = wait(for: request)
        else { return known }
        return switch try await asker.check(session, isRunning: true, within: limit) {
        case .valid: .yes
        case .refused: .no
        case .unknown, .unchecked, .unanswered: known
        }
    }

    /// Starts a search for sessions whose credentials are unconfirmed.
    func sessionsChanged() async { await asker.sessionsChanged() }

    /// The time that a request may wait for the server's answer; nil if it must not wait.
    private func wait(for request: RequestContext) -> Duration? {
        var limit = longestWait
        if let deadline = request.deadline {
            // The rest of the request has to finish before the deadline as well.
            let left = deadline.timeIntervalSince(environment.now()) - 2
            limit = min(limit, .milliseconds(Int64(clamping: max(0, min(left, 3_600)) * 1_000)))
        }
        return limit > .zero ? limit : nil
    }

    private func credentials(of sessionID: String) async throws -> Credentials {
        var known = try await store.sessions.session(id: sessionID)
        if known == nil { known = await asker.candidate(sessionID) }
        guard let session = known, !session.isEndTold, let token = session.handedToken else {
            throw BusError(.notFound, message: "session \(sessionID.prefix(64)) has no credentials: it has ended")
        }
        return Credentials(
            sessionID: session.id,
            userID: session.userID,
            organizationID: session.organizationID,
            sealedToken: token.base64EncodedString()
        )
    }
}

extension StoredSession {
    /// The sealed token; empty if the destination takes none, nil if it is missing.
    fileprivate var handedToken: Data? {
        sealedToken ?? (CloudAPI(rawValue: api).needsToken ? nil : Data())
    }
}
