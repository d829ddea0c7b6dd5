internal import ActorRuntime
internal import BlueZ
internal import BusContract
internal import Delivery
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import RadioLink

extension BLEScannerActor {
    /// Starts discovery where it does not run; an adapter that is switched off or away is told, not hidden.
    func beginScanning() async {
        do {
            if try await radio.client.adapter().isPowered == false { try await radio.client.setPowered(true) }
            try await radio.client.startDiscovery(DiscoveryFilter())
            isScanning = true
            await clearProblem()
        } catch {
            isScanning = false
            await tell(error)
        }
    }

    /// Looks after the radio once a second.
    func heal() async {
        let now = context.environment.now()
        if !isScanning {
            await beginScanning()
            return
        }
        if let holdUntil, now < holdUntil { return }
        let isLinkUp = await radio.client.objects.devices.contains(where: \.isConnected)
        switch watchdog.tick(now: clock.now, isLinkUp: isLinkUp) {
        case .none: return
        case .restartDiscovery:
            count("restarts")
            context.logger.notice("no advertisement for 90 s: discovery starts again")
            try? await radio.client.stopDiscovery()
            await beginScanning()
        case .powerCycle:
            count("powerCycles")
            context.logger.warning("still no advertisement: the adapter is switched off and on")
            try? await radio.client.setPowered(false)
            await beginScanning()
        case .tell:
            let error = BusError(
                .internalError,
                "no advertisement is heard; if devices are near, replug or replace the Bluetooth adapter"
            )
            await tell(error)
        }
    }

    /// Publishes the adapter's state.
    func publishState() async {
        let adapter = try? await radio.client.adapter()
        let state = AdapterState(
            hub: context.address.hub,
            present: adapter != nil,
            powered: adapter?.isPowered ?? false,
            discovering: adapter?.isDiscovering ?? false,
            lastAdvertisement: lastAdvert,
            problem: problem?.message
        )
        await context.states.set(ScannerTopics.adapterState, [:], state)
    }

    /// All is well again.
    func clearProblem() async {
        problem = nil
        await publishState()
    }

    /// Says what is wrong with the radio, once.
    func tell(_ error: any Error) async {
        let fault: WireFault
        if let error = error as? BlueZError {
            fault = WireFault(code: error.code.rawValue, message: error.message, retriable: error.isRetriable)
        } else {
            fault = WireFault(code: "radioSilent", message: "\(error)", retriable: true)
        }
        guard fault != problem else { return }
        problem = fault
        context.logger.warning("the radio does not work", metadata: ["error": "\(fault.code): \(fault.message)"])
        await publishState()
    }
}
