internal import BlueZ
internal import BusContract
internal import Logging
internal import MessageBus
internal import RadioAccess
internal import VitalRecords

/// Watches whether the radio is available, and informs passive and foreground reading.
@ReaderIsolation final class RadioWatch: ReaderService {
    /// The radio's problem; nil if it works.
    private(set) var cause: RadioCause?
    /// The devices paired with this hub.
    private var paired: Set<DeviceID> = []
    let foundation: ReaderFoundation
    private let foreground: ForegroundReader

    init(_ foundation: ReaderFoundation, foreground: ForegroundReader) {
        self.foundation = foundation
        self.foreground = foreground
    }

    /// Opens the radio, and keeps checking that bluetoothd is available, until cancelled.
    func runRadio() async throws {
        try await radio.open()
        await look()
        do {
            try await radio.client.registerAgent(agent)
        } catch {
            logger.warning(
                "the pairing agent could not be registered; the next pairing or restart of bluetoothd tries again",
                metadata: ["error": "\(error)"]
            )
        }
        await radio.watch()
    }

    /// Closes the radio.
    func close() async { await radio.close() }

    /// Checks the radio once a second until cancelled.
    func run() async {
        while !Task.isCancelled {
            await look()
            do { try await environment.clock.sleep(for: .seconds(1)) } catch { return }
        }
    }

    private func look() async {
        let condition = await radio.condition()
        cause = condition.cause
        await schedule.radio(isUp: condition.isUsable)
        guard condition.isUsable else {
            nearby.clear()
            await foreground.radioDown()
            return
        }
        // A device that waited for a pairing is read now, regardless of how it was paired. A device that has lost its
        // bond stays paired here, and waits until it is paired again.
        let before = paired
        paired = await radio.pairedDevices
        for device in paired.subtracting(before) { await schedule.repaired(device, at: environment.steady()) }
    }
}

extension RadioLink {
    /// Why the radio cannot be used now, or nil.
    func problem() async -> WireFault? {
        let condition = await condition()
        guard !condition.isUsable else { return nil }
        return WireFault(
            code: BusError.Code.bluetoothOff.rawValue,
            message: condition.cause?.words ?? "the hub's Bluetooth service is not reachable yet",
            retriable: true
        )
    }
}
