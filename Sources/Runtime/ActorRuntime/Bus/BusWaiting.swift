internal import Logging
internal import MessageBus

/// Runs operations that need a broker: waits until it is reachable, and retries if it was lost meanwhile.
struct BusWaiting: Sendable {
    let client: BusClient
    let logger: Logger

    /// Returns when the bus is connected, or when cancelled.
    func waitForConnection() async {
        for await state in client.bus.connectionStates() where state == .connected { return }
    }

    /// Runs an operation while the broker is reachable, until it returns, fails permanently or is cancelled.
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
                // The end of the process cancels waiting operations; that is not an error.
                guard !Task.isCancelled else { return }
                throw error
            }
        }
    }
}
