package import BusEndpoints
internal import Foundation
internal import Logging
internal import MQTTBus
internal import MessageBus

/// A broker's address and two of its accounts: one may write and read below ``root``, the other only read there.
package struct BrokerBench: Sendable {
    /// An account.
    package struct Account: Sendable {
        let name: String
        let password: [UInt8]

        /// Creates an account.
        package init(_ name: String, password: String) {
            (self.name, self.password) = (name, Array(password.utf8))
        }
    }

    /// The only topic below which the two accounts have rights.
    package static let root = "vitalbus/v1/check"

    let endpoint: BusEndpoint
    let tls: BusTLS?
    let writer: Account
    let reader: Account

    /// Names a broker.
    package init(_ endpoint: BusEndpoint, tls: BusTLS? = nil, writer: Account, reader: Account) {
        (self.endpoint, self.tls, self.writer, self.reader) = (endpoint, tls, writer, reader)
    }

    /// A unique topic.
    func topic(_ leaf: String = "event") -> String { "\(Self.root)/\(UUID().uuidString.lowercased())/\(leaf)" }

    /// Connects, runs an operation and disconnects in order.
    ///
    /// - Parameter clientID: The client id; nil for a fresh one.
    /// - Throws: ``BusError`` `notConnected` with the broker's reason, or the operation's error.
    func connected<Result: Sendable>(
        as account: Account? = nil,
        clientID: String? = nil,
        will: BusMessage? = nil,
        _ body: @Sendable (MQTTBus) async throws -> Result
    ) async throws -> Result {
        let account = account ?? writer
        let bus = try MQTTBus(
            MQTTBusConfiguration(
                endpoint: endpoint,
                clientID: clientID ?? "check-\(UUID().uuidString)",
                username: account.name,
                password: account.password,
                tls: tls,
                will: will
            ),
            logger: Logger(label: "check") { _ in SwiftLogNoOpLogHandler() }
        )
        let running = Task { try await bus.run() }
        defer { running.cancel() }
        do {
            try await Self.wait(for: bus)
            let result = try await body(bus)
            await bus.close()
            return result
        } catch {
            await bus.close()
            throw error
        }
    }

    private static func wait(for bus: MQTTBus) async throws {
        var refusals = 0
        for await state in bus.connectionStates() {
            switch state {
            case .connected: return
            case .disconnected(let reason, _):
                // The first state is that before the first attempt.
                refusals += 1
                if refusals > 1 { throw BusError(.notConnected, message: reason) }
            }
        }
        throw BusError(.notConnected, message: "the connection ended")
    }

    /// Reads a number of messages of a subscription.
    ///
    /// - Parameter limit: The longest wait in seconds, after which the messages received so far are returned.
    static func read(_ count: Int, of subscription: BusSubscription, limit: Int = 30) async -> [BusMessage] {
        let end = Task {
            try await Task.sleep(for: .seconds(limit))
            subscription.cancel()
        }
        defer { end.cancel() }
        var messages: [BusMessage] = []
        guard count > 0 else { return [] }
        for await message in subscription {
            messages.append(message)
            if messages.count == count { break }
        }
        return messages
    }

    /// The messages that arrive within a moment; there should be none.
    static func rest(of subscription: BusSubscription) async -> [BusMessage] {
        await read(.max, of: subscription, limit: 1)
    }
}
