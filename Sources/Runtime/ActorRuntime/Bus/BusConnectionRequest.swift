internal import FoundationEssentials
public import MessageBus

/// The parameters of a process's connection to the bus.
public struct BusConnectionRequest: Sendable {
    /// The broker's address.
    public let endpoint: BusEndpoint
    /// The MQTT client id, the process's principal.
    public let clientID: String
    /// The username at the broker.
    public let username: String
    /// The file that holds the password; nil if the broker asks for none.
    public let passwordFile: String?
    /// The TLS files; nil without TLS.
    public let tls: BusTLS?
    /// The last will, which the broker publishes if the process vanishes; nil for none.
    public let will: BusMessage?
    /// Called after a lost connection, before reconnecting, because another process may have taken the client id.
    ///
    /// An error ends the connection permanently.
    public let beforeReconnecting: (@Sendable () async throws -> Void)?

    /// Creates a request.
    public init(
        endpoint: BusEndpoint,
        clientID: String,
        username: String,
        passwordFile: String?,
        tls: BusTLS?,
        will: BusMessage?,
        beforeReconnecting: (@Sendable () async throws -> Void)? = nil
    ) {
        self.endpoint = endpoint
        self.clientID = clientID
        self.username = username
        self.passwordFile = passwordFile
        self.tls = tls
        self.will = will
        self.beforeReconnecting = beforeReconnecting
    }

    /// The same connection with another client id, without a will.
    func beside(_ suffix: String) -> BusConnectionRequest {
        BusConnectionRequest(
            endpoint: endpoint,
            clientID: "\(clientID).\(suffix)",
            username: username,
            passwordFile: passwordFile,
            tls: tls,
            will: nil
        )
    }

    /// The same connection with an additional check before each reconnect.
    func beforeReconnecting(_ body: @escaping @Sendable () async throws -> Void) -> BusConnectionRequest {
        BusConnectionRequest(
            endpoint: endpoint,
            clientID: clientID,
            username: username,
            passwordFile: passwordFile,
            tls: tls,
            will: will,
            beforeReconnecting: body
        )
    }
}

extension BusConnectionRequest {
    /// Reads the `bus.*` keys.
    ///
    /// - Throws: ``RuntimeError`` `configuration`, for example for a connection to another machine without TLS.
    package init(_ configuration: ActorConfiguration, address: BusAddress, environment: [String: String]) throws {
        let tls = try Self.tls(configuration)
        self.init(
            endpoint: try Self.endpoint(configuration, isEncrypted: tls != nil),
            clientID: address.principal,
            username: try configuration[CommonSettings.busUsername] ?? address.principal,
            passwordFile: try configuration[CommonSettings.busPasswordFile]
                ?? StateDirectory.credential("bus-password", in: environment)
                ?? Self.machinePassword(configuration, address: address, environment: environment),
            tls: tls,
            will: Presence.will(address)
        )
    }

    /// The password file that the machine's private broker created for a process; nil if there is none, or another
    /// broker is used.
    private static func machinePassword(
        _ configuration: ActorConfiguration,
        address: BusAddress,
        environment: [String: String]
    ) throws -> String? {
        let namesBroker = configuration.isSet(CommonSettings.busHost) || configuration.isSet(CommonSettings.busSocket)
        guard !namesBroker else { return nil }
        let state = try configuration[CommonSettings.stateDirectory] ?? StateDirectory.standard(environment)
        let path = MachinePlace.password(address, in: state)
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }

    /// Whether the configuration leads to no broker: it names none, the hub has not joined a site, and the private
    /// broker has created no account.
    static func leadsNowhere(
        _ configuration: ActorConfiguration,
        address: BusAddress,
        environment: [String: String]
    ) throws -> Bool {
        guard !configuration.isSet(CommonSettings.busHost), !configuration.isSet(CommonSettings.busSocket),
            try configuration[CommonSettings.busPasswordFile] == nil,
            StateDirectory.credential("bus-password", in: environment) == nil,
            try machinePassword(configuration, address: address, environment: environment) == nil
        else { return false }
        // Another broker may listen at the private broker's address without requiring a password.
        return !FileManager.default.fileExists(atPath: try configuration[CommonSettings.busSocket])
    }

    /// The broker's address in the `bus.*` keys.
    ///
    /// - Throws: ``RuntimeError`` `configuration` for another machine without TLS.
    package static func endpoint(_ configuration: ActorConfiguration, isEncrypted: Bool) throws -> BusEndpoint {
        guard let host = try configuration[CommonSettings.busHost] else {
            return .unixSocket(try configuration[CommonSettings.busSocket])
        }
        let others = try configuration[CommonSettings.busOtherHosts]
        let isLoopback = (others + [host]).allSatisfy { ["localhost", "127.0.0.1", "::1"].contains($0) }
        guard isEncrypted || isLoopback else {
            throw RuntimeError(
                .configuration,
                message:
                    "bus.host is another machine, which needs TLS: set bus.tls.authority to the file of its certificate authority"
            )
        }
        let port = try configuration[CommonSettings.busPort]
        return others.isEmpty ? .tcp(host: host, port: port) : .anyOf(hosts: [host] + others, port: port)
    }

    /// The files in the `bus.tls.*` keys; nil without an authority.
    ///
    /// - Throws: ``RuntimeError`` `configuration` for an incomplete combination of files.
    package static func tls(_ configuration: ActorConfiguration) throws -> BusTLS? {
        let certificate = try configuration[CommonSettings.tlsCertificate]
        let key = try configuration[CommonSettings.tlsKey]
        guard (certificate == nil) == (key == nil) else {
            throw RuntimeError(.configuration, message: "bus.tls.certificate and bus.tls.key need each other: set both")
        }
        guard let authority = try configuration[CommonSettings.tlsAuthority] else {
            guard certificate == nil else {
                throw RuntimeError(.configuration, message: "bus.tls.certificate also needs bus.tls.authority")
            }
            return nil
        }
        return BusTLS(authority: authority, certificate: certificate, key: key)
    }
}
