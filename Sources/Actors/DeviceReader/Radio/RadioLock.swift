internal import ActorRuntime
internal import BusContract
internal import Logging
internal import MessageBus
internal import VitalRecords

/// Gives the radio to one job at a time, because an adapter makes only one connection at a time.
///
/// Foreground work first suspends passive reading (``PassiveSchedule/suspend(_:)``), whose current job then ends in
/// order and releases the radio.
@ReaderIsolation struct RadioLock {
    private let context: ActorContext
    private let lock = AsyncLock()

    init(context: ActorContext) { self.context = context }

    /// Runs a body with exclusive use of the radio.
    ///
    /// - Throws: `CancellationError` if the task was cancelled before its turn, or the body's error.
    func withRadio<Value: Sendable>(_ body: @ReaderIsolation () async throws -> Value) async throws -> Value {
        try await lock.withLock(body)
    }

    /// Runs a body that connects a device, with exclusive use of the radio and discovery held.
    func withRadio<Value: Sendable>(
        connecting device: DeviceID,
        _ body: @ReaderIsolation () async throws -> Value
    ) async throws -> Value {
        try await lock.withLock { try await holdingDiscovery(for: device, body) }
    }

    /// Runs a body if the radio is free; nil if it is in use.
    @discardableResult
    func withRadioIfFree<Value: Sendable>(
        _ body: @ReaderIsolation () async throws -> Value
    ) async rethrows -> Value? {
        try await lock.withLockIfFree(body)
    }

    /// Waits for the radio and keeps it, so that no further job can start.
    func close() async { await lock.close() }

    /// Asks the scanner to release the radio for a pairing for two minutes.
    ///
    /// - Throws: `BusError` if the scanner does not confirm.
    func holdDiscoveryForPairing(_ device: DeviceID) async throws {
        _ = try await context.requests.call(
            ScannerTopics.holdDiscovery,
            hub: context.address.hub,
            body: HoldDiscovery(device: device, seconds: 120),
            timeout: .seconds(5)
        )
    }

    /// Asks the scanner to hold discovery for a device; 0 seconds end the hold.
    ///
    /// An unavailable scanner is ignored.
    func holdDiscovery(for device: DeviceID, seconds: Int) async {
        do {
            _ = try await context.requests.call(
                ScannerTopics.holdDiscovery,
                hub: context.address.hub,
                body: HoldDiscovery(device: device, seconds: seconds),
                timeout: .seconds(1)
            )
        } catch {
            context.logger.debug("the scanner did not confirm a discovery hold", metadata: ["error": "\(error)"])
        }
    }

    /// Holds discovery for a device while the body runs, and renews the hold as needed.
    ///
    /// Connecting waits for rounds of discovery, and the scanner would take the silence of a busy radio for a fault.
    private func holdingDiscovery<Value: Sendable>(
        for device: DeviceID,
        _ body: @ReaderIsolation () async throws -> Value
    ) async rethrows -> Value {
        await holdDiscovery(for: device, seconds: 30)
        let holder = Task {
            while (try? await context.environment.clock.sleep(for: .seconds(15))) != nil {
                await holdDiscovery(for: device, seconds: 30)
            }
        }
        defer {
            holder.cancel()
            // In a separate task, because no caller needs to wait for it.
            Task { await holdDiscovery(for: device, seconds: 0) }
        }
        return try await body()
    }
}
