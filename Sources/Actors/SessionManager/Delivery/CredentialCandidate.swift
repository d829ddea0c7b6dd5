internal import BusContract
internal import MessageBus
internal import QueueStore

/// A session about whose credentials somebody waits to hear: one that is to start, or that is tried again.
struct CredentialCandidate: Sendable {
    /// What came of the question.
    enum Verdict: Sendable, Hashable {
        /// The server takes the credentials.
        case valid
        /// The server refuses them, in these words.
        case refused(String)
        /// A worker has asked, and the server's answer says nothing of the credentials, for this reason.
        case unknown(String)
        /// Its destination is asked about nobody's credentials, as the operator has configured it.
        case unchecked(String)
        /// No answer came, for this reason: they were asked about by nobody, or too late.
        case unanswered(String)
    }

    /// The session; one that is to start stands in no store yet.
    let session: StoredSession
    /// Whether it runs already.
    let isRunning: Bool
    /// Takes the first verdict.
    let verdict: AsyncStream<Verdict>.Continuation
    /// The questions that workers were asked; an answer to an earlier one counts as well.
    var asked: Set<String> = []
    /// Whether an answer came, which is on its way to who waits: nobody is asked again.
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
