import MessageBus

extension BusEndpoint {
    /// The arguments for `mosquitto_connect`, which takes a path with port 0.
    ///
    /// For several hosts it probes which one answers, and blocks meanwhile.
    var libraryAddress: (host: String, port: Int32) {
        switch self {
        case .unixSocket(let path): (path, 0)
        case .tcp(let host, let port): (host, Int32(clamping: port))
        case .anyOf(let hosts, let port):
            // If no host answers, the library reports the reason.
            (AddressProbe.first(of: hosts, port: port) ?? hosts.first ?? "", Int32(clamping: port))
        }
    }

    func validate() throws {
        let isValid =
            switch self {
            // sun_path holds 108 bytes with its NUL (unix(7)).
            case .unixSocket(let path): (1...107).contains(path.utf8.count) && !path.utf8.contains(0)
            case .tcp(let host, let port): Self.isUsable([host], port: port)
            case .anyOf(let hosts, let port): Self.isUsable(hosts, port: port)
            }
        guard isValid else {
            throw MosquittoError(
                .invalidConfiguration,
                message: "MQTT configuration: \(self) is not a usable broker address."
            )
        }
    }
}

extension BusEndpoint {
    /// Whether it is an address in a network, not a Unix socket.
    var isTCP: Bool {
        switch self {
        case .unixSocket: false
        case .tcp, .anyOf: true
        }
    }

    private static func isUsable(_ hosts: [String], port: Int) -> Bool {
        !hosts.isEmpty && hosts.allSatisfy { !$0.isEmpty && !$0.utf8.contains(0) } && (1...65_535).contains(port)
    }
}

extension BusTLS {
    var paths: [String] { [authority, certificate ?? "", key ?? ""] }
}
