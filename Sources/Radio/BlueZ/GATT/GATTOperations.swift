internal import DBus

/// Runs operations on characteristics, one after the other for each device.
@BlueZIsolation final class GATTOperations {
    private var turns = KeyedLock<DBusObjectPath>()
    private var lastID = 0
    private let mirror: ObjectMirror
    private let calls: BlueZCalls
    private let configuration: BlueZConfiguration
    private let clock: any Clock<Duration>

    nonisolated init(
        mirror: ObjectMirror,
        calls: BlueZCalls,
        configuration: BlueZConfiguration,
        clock: any Clock<Duration>
    ) {
        self.mirror = mirror
        self.calls = calls
        self.configuration = configuration
        self.clock = clock
    }

    /// Runs one operation in the device's turn, and retries while BlueZ reports another one (as bleak does).
    ///
    /// - Throws: ``BlueZError``, or `CancellationError`.
    func run(
        _ member: String,
        on characteristic: GATTCharacteristic,
        arguments: [DBusValue] = []
    ) async throws -> [DBusValue] {
        try await withTurn(at: characteristic.device) {
            var left = configuration.gattTimeout
            while true {
                let began = ContinuousClock.now
                do {
                    return try await calls.call(
                        member,
                        of: BlueZName.Characteristic.interface,
                        at: characteristic.path,
                        arguments: arguments,
                        timeout: configuration.gattTimeout
                    )
                } catch let error as BlueZError where error.code == .inProgress && left > .zero {
                    try await clock.sleep(for: configuration.inProgressPause)
                    left -= max(configuration.inProgressPause, .milliseconds(1))
                } catch let error as BlueZError where Self.saysNothing(error) {
                    throw await meaning(of: error, at: characteristic.device, after: ContinuousClock.now - began)
                }
            }
        }
    }

    /// Whether BlueZ's error means only that there was no answer.
    ///
    /// bluetoothd 5.66 reports ATT error 0x0E if the link was lost, if the device was silent for ATT's 30 s, and if the
    /// device itself sent that code. Other versions give no code.
    private nonisolated static func saysNothing(_ error: BlueZError) -> Bool {
        error.attCode == 0x0E || error.detail == "Operation failed"
    }

    /// Finds the meaning of an error without a cause from the time it took and the state of the link.
    private func meaning(of error: BlueZError, at device: DBusObjectPath, after time: Duration) async -> BlueZError {
        let isSilent = time >= configuration.gattTimeout * 0.8
        // bluetoothd fails the pending operations first, and reports the end of the link then.
        let lost: Void? =
            isSilent
            ? nil
            // Absent is nil: a link that did not end in time is still up.
            : try? await mirror.wait(atMost: configuration.linkEndTimeout, for: "The link's end") {
                $0.device(at: device)?.isConnected != true
            }
        guard isSilent || lost != nil else { return error }
        return BlueZError(
            isSilent ? .timeout : .notConnected,
            message: isSilent ? "The device did not answer in time." : "The link to the device ended.",
            detail: error.detail,
            attCode: error.attCode,
            underlying: error.underlying
        )
    }

    /// Runs work that holds the device's turn; others wait in order.
    private func withTurn<Value: Sendable>(
        at device: DBusObjectPath,
        _ work: @BlueZIsolation () async throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        lastID += 1
        let id = lastID
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { turns.acquire(device, id: id, continuation: $0) }
        } onCancel: {
            // A cancellation handler cannot suspend, so a task ends the wait.
            Task { await self.cancelTurn(at: device, id: id) }
        }
        defer { turns.release(device) }
        return try await work()
    }

    private func cancelTurn(at device: DBusObjectPath, id: Int) {
        turns.cancel(device, id: id)
    }
}
