/// Where a broker listens.
public enum MosquittoEndpoint: Sendable, Hashable, CustomStringConvertible {
    /// A Unix socket, by its path (at most 107 bytes): the fastest way and the right one on the same host.
    case unixSocket(path: String)

    /// A TCP port, 1 to 65,535, of a host name or address.
    ///
    /// Without `set_tcp_nodelay true` in the broker's configuration each round trip takes some 40 ms.
    case tcp(host: String, port: Int)

    /// The endpoint as logs show it.
    public var description: String {
        switch self {
        case .unixSocket(let path): "unix:\(path)"
        case .tcp(let host, let port): "\(host):\(port)"
        }
    }

    /// What `mosquitto_connect` takes: a path goes with port 0.
    var libraryAddress: (host: String, port: Int32) {
        switch self {
        case .unixSocket(let path): (path, 0)
        case .tcp(let host, let port): (host, Int32(clamping: port))
        }
    }

    func validate() throws {
        let isValid =
            switch self {
            // sun_path holds 108 bytes with its NUL (unix(7)).
            case .unixSocket(let path): (1...107).contains(path.utf8.count) && !path.utf8.contains(0)
            case .tcp(let host, let port): !host.isEmpty && !host.utf8.contains(0) && (1...65_535).contains(port)
            }
        guard isValid else {
            throw MosquittoError(
                .invalidConfiguration,
                message: "MQTT configuration: \(self) is no usable broker address."
            )
        }
    }
}
