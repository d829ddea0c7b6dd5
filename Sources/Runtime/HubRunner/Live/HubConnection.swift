public import ActorRuntime
internal import FoundationEssentials
internal import LocalBroker
internal import Logging
internal import MQTTBus
public import MessageBus
public import SiteAuthority
internal import VitalRecords

/// A person's connection to a hub's bus, which sends requests and watches events, but serves nothing.
public struct HubConnection: Sendable {
    /// The broker's address and the account for it.
    public struct Target: Sendable {
        /// This process's identity on the bus.
        public let address: BusAddress
        /// The broker's address.
        public let endpoint: BusEndpoint
        /// The TLS files; nil without TLS.
        public let tls: BusTLS?
        /// The username at the broker.
        public let username: String
        /// The file of the password; nil if the broker asks for none.
        public let passwordFile: String?
        /// Whether that file's owner shares it with a group.
        public let sharesPassword: Bool

        /// Creates a target.
        ///
        /// - Parameters:
        ///   - username: The username at the broker; nil for the address's principal.
        ///   - sharesPassword: Whether the password file's owner shares it with a group.
        public init(
            address: BusAddress,
            endpoint: BusEndpoint,
            tls: BusTLS? = nil,
            username: String? = nil,
            passwordFile: String?,
            sharesPassword: Bool = false
        ) {
            self.address = address
            self.endpoint = endpoint
            self.tls = tls
            self.username = username ?? address.principal
            self.passwordFile = passwordFile
            self.sharesPassword = sharesPassword
        }
    }

    /// This process's bus client.
    public let client: BusClient
    /// The client for requests to actors.
    public let requests: RequestClient

    /// Creates a connection over any bus; ``RequestClient/run()`` must run concurrently.
    public init(client: BusClient, requests: RequestClient) {
        self.client = client
        self.requests = requests
    }

    /// Connects, runs an operation and disconnects.
    ///
    /// - Parameters:
    ///   - target: The broker.
    ///   - patience: How long to wait for the broker.
    ///   - operation: Uses the connection.
    /// - Throws: ``BusError`` `notConnected` or `notAuthorized`, ``HubRunnerError`` `configuration` for a broker that
    ///   VitalBus cannot use, `RuntimeError` for an unreadable password file, or the operation's error.
    public static func with<Result: Sendable>(
        _ target: Target,
        patience: Duration = .seconds(5),
        _ operation: @Sendable @escaping (HubConnection) async throws -> Result
    ) async throws -> Result {
        var silent = Logger(label: "vitalbus")
        silent.logLevel = .critical
        let bus = try MQTTBus(configuration(target), logger: silent)
        let running = Task { try await bus.run() }
        defer { running.cancel() }
        do {
            try await waitForBroker(bus, target: target, patience: patience)
            let result = try await with(bus, address: target.address, operation)
            await bus.close()
            return result
        } catch let error as BusError where error.code == .notAuthorized && target.tls?.certificate != nil {
            await bus.close()
            throw refused(target, reason: error.message)
        } catch {
            await bus.close()
            throw error
        }
    }

    /// Connects, sends one message and disconnects, under an account that may not make requests or receive messages.
    ///
    /// - Throws: The errors of ``with(_:patience:_:)``.
    public static func send(_ message: BusMessage, to target: Target) async throws {
        var silent = Logger(label: "vitalbus")
        silent.logLevel = .critical
        let bus = try MQTTBus(configuration(target), logger: silent)
        let running = Task { try await bus.run() }
        defer { running.cancel() }
        let result: Swift.Result<Void, any Error>
        do {
            try await waitForBroker(bus, target: target, patience: .seconds(5))
            _ = try await bus.publish(message)
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await bus.close()
        try result.get()
    }

    /// Runs an operation over a connected bus.
    ///
    /// - Throws: The operation's error.
    public static func with<Result: Sendable>(
        _ bus: any Bus,
        address: BusAddress,
        _ operation: @Sendable @escaping (HubConnection) async throws -> Result
    ) async throws -> Result {
        let environment = BusEnvironment.system
        let epoch = environment.now().millisecondsSince1970
        let client = BusClient(bus: bus, address: address, epoch: epoch, environment: environment)
        let requests = RequestClient(client)
        let connection = HubConnection(client: client, requests: requests)
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask {
                try await requests.run()
                return nil
            }
            group.addTask { try await operation(connection) }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CancellationError()
        }
    }

    private static func configuration(_ target: Target) throws -> MQTTBusConfiguration {
        // Two commands may run at once under one account, but a client id must be unique.
        let clientID = "\(target.address.principal).\(BusEnvironment.system.newID())"
        return MQTTBusConfiguration(
            endpoint: target.endpoint,
            clientID: clientID,
            username: target.username,
            password: try target.passwordFile.map { try SecretFile.read($0, isShared: target.sharesPassword) },
            tls: target.tls
        )
    }

    private static func waitForBroker(_ bus: MQTTBus, target: Target, patience: Duration) async throws {
        let last = LastReason()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await state in bus.connectionStates() {
                    guard case .disconnected(let reason, let cause) = state else { return }
                    await last.set(reason)
                    if cause == .unusable { throw HubRunnerError(.configuration, message: reason) }
                    if cause == .refused { throw refused(target, reason: reason) }
                }
            }
            group.addTask {
                try await Task.sleep(for: patience)
                if case .unixSocket(let path) = target.endpoint, SocketProbe.accepts(path) {
                    throw BusError(
                        .notConnected,
                        message:
                            "the broker at \(path) accepts connections but does not answer: its process hangs. Restart it with its hub ('vitalbus up', or 'systemctl restart vitalbus-broker')"
                    )
                }
                throw BusError(
                    .notConnected,
                    message:
                        "no broker at \(target.place) (\(await last.text)): start the hub with 'vitalbus up' or 'systemctl start "
                        + "vitalbus.target', or name another with --state or --config"
                )
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private static func refused(_ target: Target, reason: String) -> BusError {
        // The reason is already complete if an operation failed because the connection was refused.
        guard !reason.contains(target.place) else { return BusError(.notAuthorized, message: reason) }
        let wayOut =
            target.tls?.certificate == nil
            ? "check its password file and account"
            : "the account has no right to do this, or the site has revoked this hub; check with 'vitalbus renew --all'"
        return BusError(
            .notAuthorized,
            message: "the broker at \(target.place) rejects '\(target.username)' (\(reason)): \(wayOut)"
        )
    }
}

extension HubConnection.Target {
    /// The broker of the site that this hub has joined, with the certificate of the given address.
    public init(address: BusAddress, member record: MembershipRecord, of membership: Membership) {
        let identity = membership.identity(address.principal)
        self.init(
            address: address,
            endpoint: .anyOf(hosts: record.addresses, port: record.brokerPort),
            tls: BusTLS(authority: membership.authority, certificate: identity, key: identity),
            passwordFile: nil
        )
    }

    /// The broker's address, for messages.
    public var place: String {
        switch endpoint {
        case .unixSocket(let path): path
        case .tcp, .anyOf: "\(endpoint)"
        }
    }
}

/// The reason for the last connection failure.
private actor LastReason {
    private(set) var text = "no answer"

    func set(_ reason: String) {
        text = reason
    }
}
