internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import QueueStore
internal import WorkQueue

extension GrantDispatcher {
    /// The most sessions about which somebody waits: they leave half of the requests in work to others.
    static let candidateLimit = 32
    /// How long a worker is waited for that can ask the server.
    static let workerPatience = Duration.seconds(3)

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
    func tell(_ answer: UploadAck.Checked) {
        guard let candidate = candidates[answer.sessionID], candidate.asked.contains(answer.checkID) else { return }
        candidate.verdict.yield(CredentialCandidate.verdict(answer))
    }

    private func loosePatience(with id: String, after limit: Duration) async throws {
        let clock = line.client.environment.clock
        let first = min(limit, Self.workerPatience)
        try await clock.sleep(for: first)
        if candidates[id]?.asked.isEmpty == true {
            candidates[id]?.verdict.yield(.unknown("no uploader is there that delivers to this destination"))
        }
        try await clock.sleep(for: limit - first)
        candidates[id]?.verdict.yield(.unknown("the server did not answer in time"))
    }
}
