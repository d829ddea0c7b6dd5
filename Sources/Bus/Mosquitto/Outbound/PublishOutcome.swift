/// What became of a publish.
public enum PublishOutcome: Sendable, Hashable {
    /// The broker took it and somebody is subscribed (PUBACK 0). It says nothing about disk, or the receiver.
    case delivered

    /// The broker took it and nobody is subscribed (PUBACK 16).
    case noSubscribers

    /// QoS 0 only: it went to the socket. The broker confirms nothing.
    case written
}
