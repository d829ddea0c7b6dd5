package import MessageBus

extension BusConnectionRequest {
    /// Reads the `bus.*` keys.
    ///
    /// - Throws: ``RuntimeError`` `configuration`, for example for a connection to another machine without TLS.
    package init(_ configuration: ActorConfiguration, address: BusAddress, environment: [String: String]) throws {
        let tls = try Self.tls(configuration)
        self.init(
            endpoint: try Self.endpoint(configuration, isEncrypted: tls != nil),
            clientID: address.principal,
            username: try configuration.stringIfSet("bus.username") ?? address.principal,
            passwordFile: try configuration.stringIfSet("bus.password-file")
                ?? StateDirectory.credential("bus-password", environment),
            tls: tls,
            will: Presence.will(address)
        )
    }

    private static func endpoint(_ configuration: ActorConfiguration, isEncrypted: Bool) throws -> BusEndpoint {
        guard let host = try configuration.stringIfSet("bus.host") else {
            return .unixSocket(try configuration.string("bus.socket"))
        }
        let isLoopback = ["localhost", "127.0.0.1", "::1"].contains(host)
        guard isEncrypted || isLoopback else {
            throw RuntimeError(
                .configuration,
                "bus.host is another machine, which needs TLS: set bus.tls.authority to its authority's file"
            )
        }
        return .tcp(host: host, port: try configuration.int("bus.port"))
    }

    private static func tls(_ configuration: ActorConfiguration) throws -> BusTLSFiles? {
        let certificate = try configuration.stringIfSet("bus.tls.certificate")
        let key = try configuration.stringIfSet("bus.tls.key")
        guard (certificate == nil) == (key == nil) else {
            throw RuntimeError(.configuration, "bus.tls.certificate and bus.tls.key go together: set both")
        }
        guard let authority = try configuration.stringIfSet("bus.tls.authority") else {
            guard certificate == nil else {
                throw RuntimeError(.configuration, "bus.tls.certificate needs bus.tls.authority beside it")
            }
            return nil
        }
        return BusTLSFiles(authority: authority, certificate: certificate, key: key)
    }
}
