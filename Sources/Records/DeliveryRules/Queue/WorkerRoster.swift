/// Tracks which workers may get work.
///
/// A last will stops new grants to its worker. It releases no leases, because a worker without a broker may still be
/// sending.
public struct WorkerRoster: Sendable, Hashable {
    private var silent: Set<String> = []

    /// Creates a roster that initially trusts every worker.
    public init() {}

    /// Notes that the worker pulls again.
    public mutating func online(_ worker: String) {
        silent.remove(worker)
    }

    /// Notes that the worker is offline or draining, so that it gets no new grants.
    public mutating func unavailable(_ worker: String) {
        silent.insert(worker)
    }

    /// Whether the worker may get work.
    public func mayGrant(to worker: String) -> Bool {
        !silent.contains(worker)
    }
}
