internal import ActorRuntime
internal import MessageBus
internal import Mosquitto

/// The only account that may change accounts at a running broker, used by the process that started it.
struct BrokerControl: Sendable {
    private static let topic = "$CONTROL/dynamic-security/v1"
    private static let answers = "\(topic)/response"
    /// The broker's time limit for all changes.
    private static let patience = Duration.seconds(20)

    /// Names of processes and people never begin with a point.
    static let username = ".supervisor"

    let socket: String
    private let password = BrokerControl.newPassword()

    /// The account, whose password is new for each owner of the broker and never in a file.
    var account: BrokerAccount {
        BrokerAccount(
            username: Self.username,
            password: password,
            rules: [
                AccessRule(.publish, pattern: Self.topic), AccessRule(.subscribe, pattern: Self.answers),
            ]
        )
    }

    init(socket: String) { self.socket = socket }

    /// Sends changes to the broker, and returns when it has applied all of them.
    ///
    /// - Throws: ``LocalBrokerError`` `control` if it rejects one, or does not answer.
    func apply(_ changes: [RoleBook.Change]) async throws {
        let messages = try SecurityCommand.messages(changes)
        try await connected("\(Self.username).\(BusEnvironment.system.newID())") { connection in
            try await connection.subscribe([TopicSubscription(Self.answers)])
            var answers = connection.messages.makeAsyncIterator()
            for message in messages {
                try await connection.publish(topic: Self.topic, payload: message)
                guard let answer = await answers.next(),
                    // Absent is nil: an undecodable message is not an answer to the changes.
                    let responses = try? WireJSON.decode(SecurityAnswer.self, from: answer.payload).responses
                else { throw LocalBrokerError(.control, message: "the broker did not answer a change of accounts") }
                if let failed = responses.first(where: { $0.error != nil }) {
                    throw LocalBrokerError(
                        .control,
                        message: "the broker rejected '\(failed.command)': \(failed.error ?? "")"
                    )
                }
            }
        }
    }

    /// Ends sessions that clients left behind, with their queued messages.
    ///
    /// A client that connects with another one's id takes over its session (MQTT 5 §3.1.4), and this account's
    /// connections leave none.
    ///
    /// - Throws: ``LocalBrokerError`` `control`.
    func endSessions(_ clientIDs: [String]) async throws {
        for clientID in clientIDs { try await connected(clientID) { _ in } }
    }

    private func connected(
        _ clientID: String,
        _ body: @escaping @Sendable (MosquittoConnection) async throws -> Void
    ) async throws {
        var settings = MosquittoConfiguration(endpoint: .unixSocket(socket), clientID: clientID)
        (settings.username, settings.password) = (Self.username, MosquittoPassword(password))
        do {
            let connection = try MosquittoConnection(settings)
            await connection.start()
            let result = await Self.result { try await Self.run(body, on: connection) }
            await connection.close()
            try result.get()
        } catch let error as LocalBrokerError {
            throw error
        } catch {
            throw LocalBrokerError(
                .control,
                message: "the broker does not accept changes of accounts: \(error.plainWords)"
            )
        }
    }

    private static func run(
        _ body: @escaping @Sendable (MosquittoConnection) async throws -> Void,
        on connection: MosquittoConnection
    ) async throws {
        for await event in connection.events {
            switch event {
            case .connected: return try await body(connection)
            case .refused(let error): throw error
            case .disconnected, .subscriptionRefused: continue
            }
        }
        throw LocalBrokerError(.control, message: "the connection to the broker was closed")
    }

    private static func result(_ body: @escaping @Sendable () async throws -> Void) async -> Result<Void, any Error> {
        do { return .success(try await limited(body)) } catch { return .failure(error) }
    }

    private static func limited(_ body: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: patience)
                throw LocalBrokerError(.control, message: "the broker did not answer within \(patience)")
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private static func newPassword() -> String {
        var random = SystemRandomNumberGenerator()
        return (0..<4).map { _ in String(random.next() as UInt64, radix: 36) }.joined()
    }
}
