/// A change in the state of a connection.
public enum ConnectionEvent: Sendable {
    /// The broker accepted the connection, and every wanted filter was sent to it again.
    ///
    /// Messages published on this connection from now on come after the filters; those of other clients may still
    /// arrive before the broker has processed the filters.
    case connected(sessionPresent: Bool)

    /// The connection ended or could not be established; the next attempt follows automatically.
    ///
    /// With ``MosquittoConfiguration/asksBeforeReconnecting``, it waits for ``MosquittoConnection/resume()``.
    case disconnected(MosquittoError)

    /// The broker refused the connection in its CONNACK; the next attempt follows automatically, with a growing pause.
    case refused(MosquittoError)

    /// The broker refused a filter that it had accepted on an earlier connection; it is tried again on the next one.
    case subscriptionRefused(filter: String, MosquittoError)
}
