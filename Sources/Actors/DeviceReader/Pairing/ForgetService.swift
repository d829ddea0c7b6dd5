internal import BlueZ
internal import BusContract
internal import Logging
internal import MessageBus
internal import Outbox
internal import RadioAccess
internal import StoreEngine
internal import VitalRecords

/// Tracks devices that were forgotten and not seen since.
@ReaderIsolation final class ForgottenDevices {
    private static let limit = 512
    private var devices: Set<DeviceID> = []

    func contains(_ device: DeviceID) -> Bool { devices.contains(device) }

    func insert(_ device: DeviceID) {
        if devices.count < Self.limit { devices.insert(device) }
    }

    /// Removes a device that was seen or paired again.
    func remove(_ device: DeviceID) { devices.remove(device) }
}

/// Serves `forgetDevice`: removes a device's pairing and its secrets from this hub.
@ReaderIsolation struct ForgetService: ReaderService {
    let foundation: ReaderFoundation
    let foreground: ForegroundReader
    let adverts: AdvertReader

    nonisolated var handlers: [RequestHandler] {
        [RequestHandler(ReaderTopics.forgetDevice) { [self] body, _ in try await forget(body) }]
    }

    private func forget(_ body: ForgetDevice) async throws -> DeviceForgotten {
        guard !foreground.isBusy else {
            throw BusError(.busy, message: "foreground work is under way; cancel it or wait until it ends")
        }
        // A second removal before the device is seen can leave it unable to pair (KristianP26/ble-scale-sync#168).
        guard !forgotten.contains(body.device) else {
            throw BusError(.conflict, message: "the pairing was already removed: wait until the device is in range")
        }
        let pairing = try await lock.withRadio { try await removePairing(of: body.device) }
        // Its memory is read completely again. Its clock's history is kept, because records from before a setting of
        // the clock may still arrive, and would otherwise get the wrong time.
        let device = body.device.description
        try await store.forgetProgress(of: device)
        try await store.forgetRepeats(of: device)
        for kind in [MannerBook.kind, DriverShelf.markKind, DriverShelf.bondKind] {
            try await store.erasePeripheralData(device: device, kind: kind)
        }
        let secrets = try await store.erasePeripheralData(device: device)
        adverts.forget(body.device)
        judge.succeeded(body.device)
        logger.notice("removed a device's pairing", metadata: ["device": "\(body.device)"])
        return DeviceForgotten(hub: hub.rawValue, device: body.device, pairing: pairing, secrets: secrets)
    }

    private func removePairing(of device: DeviceID) async throws -> Bool {
        guard let address = await radio.address(of: device) else { return false }
        try await radio.client.removeDevice(address)
        forgotten.insert(device)
        return true
    }
}
