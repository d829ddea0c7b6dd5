internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import QueueStore

extension CredentialAsker {
    /// The most sessions whose callers wait for an answer; half of the concurrent requests stay free for other work.
    static let candidateLimit = 32

    /// Has a worker ask the server whether a session's credentials are valid.
    ///
    /// - Parameters:
    ///   - session: The session; while this runs, ``candidate(_:)`` returns it.
    ///   - isRunning: Whether the session runs already; then its end or confirmation is committed before this returns.
    ///   - limit: How long to wait for an answer.
    /// - Throws: ``BusError`` `busy` when too many callers wait or a check of the same session is under way;
    ///   `draining`.
    func check(_ session: StoredSession, isRunning: Bool, within limit: Duration) async throws
        -> CredentialCandidate.Verdict
    {
        guard !isStopping else { throw Self.draining }
        guard candidates.count < Self.candidateLimit, candidates[session.id] == nil else {
            throw BusError(
                .busy,
                message: "the server is already being asked about \(candidates.count) sessions: try again soon"
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
        BusError(.draining, message: "the session manager is stopping before the server has answered: try again")
    }

    /// A session whose caller waits for the server's answer.
    func candidate(_ id: String) -> StoredSession? { candidates[id]?.session }

    /// Stops all checks because the process stops: the callers get `draining` and send their requests again.
    func dismissCandidates() {
        isStopping = true
        for candidate in candidates.values { candidate.verdict.finish() }
    }

    /// Passes a worker's answer to the caller that waits for it.
    ///
    /// - Parameter isDecided: Whether the answer decided about the running session; then it counts even if it answers
    ///   another caller's question.
    func tell(_ answer: UploadAck.Checked, isDecided: Bool = false) {
        guard let candidate = candidates[answer.sessionID], isDecided || candidate.asked.contains(answer.checkID)
        else { return }
        candidate.verdict.yield(CredentialCandidate.verdict(answer))
    }

    private func loosePatience(with id: String, after limit: Duration) async throws {
        // Waits for the full limit, because an uploader that just started, or pulls only every few seconds, still asks
        // within it.
        try await line.client.environment.clock.sleep(for: limit)
        let isAsked = candidates[id]?.asked.isEmpty == false
        candidates[id]?.verdict.yield(
            .unanswered(
                isAsked
                    ? "the server did not answer in time" : "no uploader delivers to this destination"
            )
        )
    }
}
