/// A picture that a worker began to read, under which lease.
public struct BegunPicture: Sendable, Hashable {
    /// The job.
    public let job: String
    /// The lease's number.
    public let fence: Int64

    /// Names one.
    public init(job: String, fence: Int64) {
        self.job = job
        self.fence = fence
    }
}
