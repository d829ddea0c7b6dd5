/// Which workers may be given work.
///
/// A last will stops new grants to its worker. It releases nothing: a worker without a broker may still be sending.
public struct WorkerRoster: Sendable, Hashable {
    private var silent: Set<String> = []

    /// Makes a roster that trusts every worker until it hears otherwise.
    public init() {}

    /// The worker is back and pulls again.
    public mutating func online(_ worker: String) {
        silent.remove(worker)
    }

    /// The worker's last will came, or it drains: no new grants.
    public mutating func unavailable(_ worker: String) {
        silent.insert(worker)
    }

    /// Whether the worker may be given work.
    public func mayGrant(to worker: String) -> Bool {
        !silent.contains(worker)
    }
}
