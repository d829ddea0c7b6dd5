internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import RadioAccess
internal import VitalRecords

extension DeviceReaderActor {
    /// Looks once a second whether there is a radio, until cancelled.
    func followRadio() async {
        while !Task.isCancelled {
            await lookAtRadio()
            do { try await context.environment.clock.sleep(for: .seconds(1)) } catch { return }
        }
    }

    /// Takes over how the radio stands now.
    func lookAtRadio() async {
        let condition = await radio.condition()
        radioCause = condition.cause
        await start(machine.radio(isUp: condition.isUsable))
        guard condition.isUsable else {
            nearby.removeAll()
            // Foreground work ends when the radio goes.
            if foregroundMachine.work != nil, let problem = await radioProblem() {
                await carryOut(foregroundMachine.radioDown(problem))
            }
            return
        }
        // Whoever paired it, and however: what waited for that is read now. One whose bond the device lost stays paired
        // here, and waits until it is paired anew.
        let before = pairedDevices
        pairedDevices = await radio.pairedDevices
        for device in pairedDevices.subtracting(before) {
            await start(machine.repaired(device, at: context.environment.now()))
        }
    }

    /// Holds discovery for a device while the body runs, which may be longer than one hold.
    ///
    /// Connect waits for rounds of discovery, and the scanner would take the silence of a radio that is at work for a fault.
    /// A scanner that is away is no reason to stop.
    func holdingDiscovery<Value: Sendable>(
        for device: DeviceID,
        _ body: () async throws -> Value
    ) async rethrows -> Value {
        await holdDiscovery(for: device, seconds: 30)
        let clock = context.environment.clock
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

    /// Asks the scanner to hold discovery for a device; 0 seconds end it.
    func holdDiscovery(for device: DeviceID, seconds: Int) async {
        _ = try? await context.requests.call(
            ScannerTopics.holdDiscovery,
            hub: context.address.hub,
            HoldDiscovery(device: device, seconds: seconds),
            timeout: .seconds(1)
        )
    }
}
