internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// The devices in sight, by the scanner's latest reports.
@ReaderIsolation final class NearbyDevices {
    /// The largest number of devices remembered; further ones in sight are ignored.
    private static let limit = 512
    private var devices: [DeviceID: ForegroundMachine.Nearby] = [:]

    var all: [ForegroundMachine.Nearby] { Array(devices.values) }

    subscript(device: DeviceID) -> ForegroundMachine.Nearby? { devices[device] }

    func sighted(_ nearby: ForegroundMachine.Nearby) {
        if devices[nearby.device] != nil || devices.count < Self.limit { devices[nearby.device] = nearby }
    }

    func lost(_ device: DeviceID) { devices[device] = nil }

    func clear() { devices.removeAll() }
}

/// Follows the scanner's sightings, and passes them to the services that wait for them.
@ReaderIsolation struct SightingFollower: ReaderService {
    let foundation: ReaderFoundation
    let foreground: ForegroundReader
    let reporter: PassiveReporter
    let adverts: AdvertReader

    /// Follows until cancelled.
    func run() async throws {
        let topics = [ScannerTopics.peripheralSighted.descriptor, ScannerTopics.peripheralLost.descriptor]
        let subscription = try await client.subscribe(to: topics, hub: hub.rawValue)
        for await message in subscription where client.isSaidNow(message) {
            do {
                if message.topic.hasSuffix("/peripheralSighted") {
                    await sighted(try Envelope<PeripheralSighted>.decode(message.payload).data)
                } else {
                    lost(try Envelope<PeripheralLost>.decode(message.payload).data.device)
                }
            } catch {
                client.refusals.note(.unreadable)
            }
        }
        subscription.cancel()
    }

    /// Passes a sighting on.
    func sighted(_ sighting: PeripheralSighted) async {
        let now = environment.steady()
        reporter.sighted(sighting.device, at: now)
        forgotten.remove(sighting.device)
        let device = ForegroundMachine.Nearby(
            device: sighting.device,
            peripheralIDs: sighting.peripheralIDs,
            rssi: sighting.rssi
        )
        nearby.sighted(device)
        await foreground.sighted(device)
        if await !adverts.heard(sighting, at: environment.now()) { await schedule.sighted(sighting, at: now) }
    }

    /// Passes on that a device fell silent.
    func lost(_ device: DeviceID) {
        nearby.lost(device)
        schedule.lost(device, at: environment.steady())
        reporter.lost(device)
    }
}
