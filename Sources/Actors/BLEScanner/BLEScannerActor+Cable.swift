internal import ActorRuntime
internal import BusContract
internal import DeviceCodecs
internal import FoundationEssentials
internal import MessageBus
internal import RadioAccess
internal import USB

extension BLEScannerActor {
    /// Reports the meters on USB cables once a second until cancelled, as it reports devices that advertise.
    ///
    /// It reads the kernel's list only; the device reader opens the meter.
    func watchCables() async {
        while !Task.isCancelled {
            let meters = cables.plugged { !catalogue.matches($0).isEmpty }
            for meter in meters { await plugged(meter) }
            await carryOut(book.tick(at: context.environment.now()))
            do { try await context.environment.clock.sleep(for: .seconds(1)) } catch { return }
        }
    }

    private func plugged(_ meter: PluggedMeter) async {
        // Absent is nil: never happens, because the meter's stand-in for an address is valid.
        guard let id = try? radio.device(meter) else { return }
        let actions = book.heard(
            id,
            peripheralIDs: catalogue.matches(meter.model).map(\.id),
            name: meter.name,
            rssi: nil,
            advertisement: Advertisement(meter),
            isKnown: true,
            at: context.environment.now()
        )
        await carryOut(actions)
    }
}

extension Advertisement {
    /// The substitute for an advertisement of a meter on a cable; it changes each time the meter is plugged in.
    init(_ meter: PluggedMeter) {
        let pipe = BluetoothUUID.usbPipe.description
        self.init(serviceUUIDs: [pipe], serviceData: [pipe: BLEScannerActor.hex(Array(meter.plug.utf8))])
    }
}
