import MessageBus

extension BusEndpoint {
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

extension BusTLS {
    var paths: [String] { [authority, certificate ?? "", key ?? ""] }
}
