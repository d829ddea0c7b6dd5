/// The outcome of a publish.
public enum PublishOutcome: Sendable, Hashable {
    /// The broker accepted it and has subscribers (PUBACK 0). This confirms neither storage nor receipt.
    case delivered

    /// The broker accepted it but has no subscribers (PUBACK 16).
    case noSubscribers

    /// QoS 0 only: it was written to the socket, and the broker confirms nothing.
    case written
}
