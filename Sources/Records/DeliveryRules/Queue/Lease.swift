/// One worker's right to deliver one record for a limited time.
public struct Lease: Sendable, Hashable, Codable {
    /// The worker that holds it.
    public var worker: String
    /// The grant's number; every later grant of the record has a larger one.
    public var fence: Int64
    /// When it ends, on the owner's boot clock.
    public var until: BootInstant

    /// Creates a lease.
    public init(worker: String, fence: Int64, until: BootInstant) {
        self.worker = worker
        self.fence = fence
        self.until = until
    }
}
