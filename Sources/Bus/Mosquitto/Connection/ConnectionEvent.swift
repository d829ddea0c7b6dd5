/// A change in the state of a connection.
public enum ConnectionEvent: Sendable {
    /// The broker accepted us, and every wanted filter was sent to it again.
    ///
    /// What is published on this connection from now on comes after the filters; what others publish may still come
    /// before the broker has handled them.
    case connected(sessionPresent: Bool)

    /// The connection ended or could not be made; the next attempt follows by itself.
    ///
    /// Only with ``MosquittoConfiguration/asksBeforeReconnecting`` it waits for ``MosquittoConnection/resume()``.
    case disconnected(MosquittoError)

    /// The broker refused us in its CONNACK; the next attempt follows by itself, with a growing wait.
    case refused(MosquittoError)

    /// The broker refused a filter that it had accepted on an earlier connection; it is tried again on the next one.
    case subscriptionRefused(filter: String, MosquittoError)
}
