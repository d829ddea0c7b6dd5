internal import BusContract
internal import Logging
internal import MessageBus
internal import VitalRecords

/// Gives the radio to one job at a time: an adapter makes one connection at a time.
///
/// Foreground work suspends passive reading first (``PassiveSchedule/suspend(_:)``); whoever has the radio then ends in order
/// and hands it on.
@ReaderIsolation struct RadioLock {
    let lock: AsyncLock
    let requests: RequestClient
    let hub: String
    let clock: any Clock<Duration>
    let logger: Logger

    /// Runs a body that has the radio to itself.
    ///
    /// - Throws: `CancellationError` where the task was cancelled before its turn, and what the body throws.
    func withRadio<Value: Sendable>(_ body: @ReaderIsolation () async throws -> Value) async throws -> Value {
        try await lock.withLock(body)
    }

    /// Runs a body that connects a device, with the radio to itself and discovery held.
    func withRadio<Value: Sendable>(
        connecting device: DeviceID,
        _ body: @ReaderIsolation () async throws -> Value
    ) async throws -> Value {
        try await lock.withLock { try await holdingDiscovery(for: device, body) }
    }

    /// Runs a body where nobody has the radio now; nil where somebody does.
    @discardableResult
    func withRadioIfFree<Value: Sendable>(
        _ body: @ReaderIsolation () async throws -> Value
    ) async rethrows -> Value? {
        try await lock.withLockIfFree(body)
    }

    /// Waits for the radio and keeps it: nothing that needs it begins any more.
    func close() async { await lock.close() }

    /// Asks the scanner to leave the radio to a pairing for two minutes.
    ///
    /// - Throws: `BusError` where the scanner does not confirm.
    func holdDiscoveryForPairing(_ device: DeviceID) async throws {
        _ = try await requests.call(
            ScannerTopics.holdDiscovery,
            hub: hub,
            body: HoldDiscovery(device: device, seconds: 120),
            timeout: .seconds(5)
        )
    }

    /// Asks the scanner to hold discovery for a device; 0 seconds end the hold.
    ///
    /// A scanner that is away stops nothing.
    func holdDiscovery(for device: DeviceID, seconds: Int) async {
        do {
            _ = try await requests.call(
                ScannerTopics.holdDiscovery,
                hub: hub,
                body: HoldDiscovery(device: device, seconds: seconds),
                timeout: .seconds(1)
            )
        } catch {
            logger.debug("the scanner did not confirm a discovery hold", metadata: ["error": "\(error)"])
        }
    }

    /// Holds discovery for a device while the body runs, which may be longer than one hold.
    ///
    /// Connect waits for rounds of discovery, and the scanner would take the silence of a busy radio for a fault.
    private func holdingDiscovery<Value: Sendable>(
        for device: DeviceID,
        _ body: @ReaderIsolation () async throws -> Value
    ) async rethrows -> Value {
        await holdDiscovery(for: device, seconds: 30)
        let holder = Task {
            while (try? await clock.sleep(for: .seconds(15))) != nil { await holdDiscovery(for: device, seconds: 30) }
        }
        defer {
            holder.cancel()
            // By itself, because nobody has to wait for it.
            Task { await holdDiscovery(for: device, seconds: 0) }
        }
        return try await body()
    }
}
