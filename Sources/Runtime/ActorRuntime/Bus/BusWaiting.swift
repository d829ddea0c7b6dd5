internal import Logging
internal import MessageBus

/// Runs operations that need a broker: waits for one, and retries after a lost connection.
struct BusWaiting: Sendable {
    let client: BusClient
    let logger: Logger

    /// Returns when there is a connection, or when cancelled.
    func waitForConnection() async {
        for await state in client.bus.connectionStates() where state == .connected { return }
    }

    /// Runs an operation while there is a broker, until it returns, fails permanently or is cancelled.
    func steadily(_ name: String, _ operation: () async throws -> Void) async throws {
        while !Task.isCancelled {
            await waitForConnection()
            guard !Task.isCancelled else { return }
            do {
                return try await operation()
            } catch let error as BusError where error.isRetriable && !Task.isCancelled {
                logger.info("trying again after a lost connection", metadata: ["part": "\(name)", "error": "\(error)"])
                try? await client.environment.clock.sleep(for: .seconds(1))
            } catch {
                // The end of the process cancels the wait; this is not an error.
                guard !Task.isCancelled else { return }
                throw error
            }
        }
    }
}
