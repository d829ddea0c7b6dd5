/// Where the broker listens.
public enum BusEndpoint: Sendable, Hashable {
    /// A Unix socket's path.
    case unixSocket(String)
    /// A TCP port.
    case tcp(host: String, port: Int)
}
