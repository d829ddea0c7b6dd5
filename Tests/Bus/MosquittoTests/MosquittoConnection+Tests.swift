import Mosquitto
import Testing

extension MosquittoConnection {
    /// Makes and starts a connection with short waits.
    static func started(
        _ broker: TestBroker,
        _ clientID: String = "client",
        _ change: (inout MosquittoConfiguration) -> Void = { _ in }
    ) async throws -> MosquittoConnection {
        var configuration = MosquittoConfiguration(endpoint: broker.endpoint, clientID: clientID)
        configuration.reconnectDelay = ReconnectDelay(minimum: .milliseconds(20), maximum: .milliseconds(100))
        change(&configuration)
        let connection = try MosquittoConnection(configuration)
        await connection.start()
        return connection
    }

    /// Makes a connection and waits until the broker has accepted it.
    static func connected(
        _ broker: TestBroker,
        _ clientID: String = "client",
        _ change: (inout MosquittoConfiguration) -> Void = { _ in }
    ) async throws -> MosquittoConnection {
        let connection = try await started(broker, clientID, change)
        try await connection.waitUntilConnected()
        return connection
    }

    /// Takes events until the broker has accepted the connection.
    nonisolated func waitUntilConnected() async throws {
        _ = try await firstEvent { event -> Bool? in
            guard case .connected = event else { return nil }
            return true
        }
    }

    /// Takes events until the connection is down, and returns the reason.
    nonisolated func waitUntilDisconnected() async throws -> MosquittoError {
        try await firstEvent { event -> MosquittoError? in
            guard case .disconnected(let error) = event else { return nil }
            return error
        }
    }

    /// Takes events up to the first one that matches.
    nonisolated func firstEvent<Value>(_ pick: (ConnectionEvent) -> Value?) async throws -> Value {
        for await event in events {
            if let value = pick(event) { return value }
        }
        throw MosquittoError(.closed, message: "the events ended")
    }

    /// Publishes a text and waits for the outcome.
    @discardableResult
    func publish(_ text: String, to topic: String, qos: QualityOfService = .atLeastOnce) async throws -> PublishOutcome
    {
        try await publish(topic: topic, payload: Array(text.utf8), qos: qos)
    }
}

extension InboundMessage {
    var text: String { String(decoding: payload, as: UTF8.self) }
}

/// The error that a call throws.
func error(of body: () async throws -> Void) async -> (any Error)? {
    do {
        try await body()
        return nil
    } catch {
        return error
    }
}

/// The `MosquittoError` that a call throws.
func mosquittoError(of body: () async throws -> Void) async -> MosquittoError? {
    await error(of: body) as? MosquittoError
}
