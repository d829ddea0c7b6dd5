internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import QueueStore

extension CredentialAsker {
    /// The most sessions about which somebody waits: they leave half of the requests in work to others.
    static let candidateLimit = 32

    /// Asks the server, through a worker, what it says of a session's credentials.
    ///
    /// - Parameters:
    ///   - session: The session; while this runs, ``candidate(_:)`` has its credentials.
    ///   - isRunning: Whether the session runs already; then its end or confirmation is committed before this returns.
    ///   - limit: How long an answer is waited for.
    /// - Throws: ``BusError`` `busy` when too many wait, or the same session is asked about already; `draining`.
    func check(_ session: StoredSession, isRunning: Bool, within limit: Duration) async throws
        -> CredentialCandidate.Verdict
    {
        guard !isStopping else { throw Self.draining }
        guard candidates.count < Self.candidateLimit, candidates[session.id] == nil else {
            throw BusError(
                .busy,
                message: "the server is asked about \(candidates.count) sessions already: send it again soon"
            )
        }
        let (verdicts, verdict) = AsyncStream.makeStream(
            of: CredentialCandidate.Verdict.self,
            bufferingPolicy: .bufferingOldest(1)
        )
        candidates[session.id] = CredentialCandidate(session: session, isRunning: isRunning, verdict: verdict)
        let patience = Task { try await self.loosePatience(with: session.id, after: limit) }
        defer {
            patience.cancel()
            candidates[session.id] = nil
            sessionsChanged()
        }
        sessionsChanged()
        for await verdict in verdicts { return verdict }
        throw Self.draining
    }

    private static var draining: BusError {
        BusError(.draining, message: "the session manager stops before the server has answered: send it again")
    }

    /// A session about which somebody waits to hear.
    func candidate(_ id: String) -> StoredSession? { candidates[id]?.session }

    /// The process stops: nothing is started by it any more, and who waits sends the request again.
    func dismissCandidates() {
        isStopping = true
        for candidate in candidates.values { candidate.verdict.finish() }
    }

    /// Hands a worker's answer to who waits for it.
    ///
    /// - Parameter isDecided: Whether it decided about the running session: who waits need not have asked it then.
    func tell(_ answer: UploadAck.Checked, isDecided: Bool = false) {
        guard let candidate = candidates[answer.sessionID], isDecided || candidate.asked.contains(answer.checkID)
        else { return }
        candidate.verdict.yield(CredentialCandidate.verdict(answer))
    }

    private func loosePatience(with id: String, after limit: Duration) async throws {
        // The whole of it: an uploader that has just started, or pulls every few seconds, asks within this time as well.
        try await line.client.environment.clock.sleep(for: limit)
        let isAsked = candidates[id]?.asked.isEmpty == false
        candidates[id]?.verdict.yield(
            .unanswered(
                isAsked
                    ? "the server did not answer in time" : "no uploader is there that delivers to this destination"
            )
        )
    }
}
