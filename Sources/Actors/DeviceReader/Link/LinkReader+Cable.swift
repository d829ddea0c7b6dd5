internal import BlueZ
internal import DeviceCodecs
internal import DeviceDrivers
internal import MessageBus
internal import RadioAccess
internal import USB
internal import VitalRecords

extension LinkReader {
    /// Reads a meter on a cable; it takes its turn with the devices of the radio.
    func readOnCable(_ request: Request, driver: (any ProtocolDriver)?) async throws -> LinkResult {
        let result = try await lock.withRadio {
            try await noting(request) { try await linkOnCable(request, driver: driver) }
        }
        count(result, of: request)
        statistics.succeeded(at: environment.now())
        wake.signal()
        return result
    }

    /// Pairs a meter on a cable: its driver learns which meter it is, and reads no record.
    ///
    /// - Throws: ``ReadFailure`` with the driver's message; ``MissingPart``, `BlueZError`, `StoreError`.
    func pairOnCable(_ peripheralID: Int, device: DeviceID) async throws {
        let driver = try await catalogue.driver(peripheralID, for: device)
        let request = pairing(peripheralID, device: device)
        try await lock.withRadio { try await linkOnCable(request, driver: driver, isPairing: true) }.checkComplete()
    }

    private func linkOnCable(
        _ request: Request,
        driver: (any ProtocolDriver)?,
        isPairing: Bool = false
    ) async throws -> LinkResult {
        guard let cable = cable(request.device) else {
            throw BlueZError(.deviceGone, message: "the meter is not plugged in: plug it into the hub's USB port")
        }
        let peripheral = catalogue.catalogue.peripheral(id: request.context.peripheralID)
        var context = request.context
        context.manufacturer = peripheral?.manufacturer
        context.model = peripheral?.model
        let job = job(for: request, driver: driver, isPairing: isPairing)
        return try await job.run(cable, on: foundation.cables, start: context)
    }

    /// The meter behind a pseudonym, if it is plugged in.
    private func cable(_ device: DeviceID) -> LinkJob.Cable? {
        let plugged = foundation.cables.meters.plugged { !catalogue.catalogue.matches($0).isEmpty }
        // Absent is nil: never happens, because a meter's stand-in for an address is valid.
        guard let meter = plugged.first(where: { (try? radio.device($0)) == device }),
            let address = BluetoothAddress(meter.address(hub: settings.hub.rawValue))
        else { return nil }
        return LinkJob.Cable(meter: meter, device: device, address: address)
    }
}
