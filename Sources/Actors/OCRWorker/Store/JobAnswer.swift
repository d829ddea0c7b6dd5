public import DeliveryRules
public import FoundationEssentials

/// What a worker says of a job that it had.
public struct JobAnswer: Sendable, Hashable {
    /// The job.
    public var id: String
    /// The lease's number.
    public var fence: Int64
    /// What became of it.
    public var outcome: AttemptOutcome
    /// What is to be kept of it, as JSON; nil where the job goes on.
    public var content: Data?

    /// Whether the picture was read.
    var isDone: Bool {
        if case .done = outcome { true } else { false }
    }

    /// Makes an answer.
    public init(id: String, fence: Int64, outcome: AttemptOutcome, content: Data? = nil) {
        self.id = id
        self.fence = fence
        self.outcome = outcome
        self.content = content
    }
}
