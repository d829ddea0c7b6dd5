internal import BusContract
internal import MessageBus
internal import QueueStore

/// A new or retried session whose caller waits for an answer about its credentials.
struct CredentialCandidate: Sendable {
    /// The outcome of the question.
    enum Verdict: Sendable, Hashable {
        /// The server accepts the credentials.
        case valid
        /// The server refuses them, in these words.
        case refused(String)
        /// A worker has asked, but the server's answer does not decide, for this reason.
        case unknown(String)
        /// The operator has configured that credentials are not checked at this destination; the reason.
        case unchecked(String)
        /// No answer came, for this reason: no worker asked, or the answer was too late.
        case unanswered(String)
    }

    /// The session; a new session is not in the store yet.
    let session: StoredSession
    /// Whether it runs already.
    let isRunning: Bool
    /// Passes the first verdict to the caller.
    let verdict: AsyncStream<Verdict>.Continuation
    /// The questions that workers were asked; an answer to an earlier one counts as well.
    var asked: Set<String> = []
    /// Whether an answer came and is on its way to the caller; no more workers are asked.
    var isAnswered = false

    /// The verdict in a worker's answer.
    static func verdict(_ answer: UploadAck.Checked) -> Verdict {
        let words = answer.error?.message ?? "the server gave no reason"
        return switch answer.result {
        case .valid: .valid
        case .refused: .refused(words)
        case _ where answer.error?.code == UploadAck.Verdict.off: .unchecked(words)
        default: .unknown(words)
        }
    }
}
