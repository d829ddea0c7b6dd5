import ActorRuntime
import BusContract
import ContractLiterals
import DeviceCodecs
import FoundationEssentials
import Logging
import MessageBus
import Outbox
import TestSupport
import VitalRecords

@testable import DeviceReaderActor

/// A device reader whose process may be killed at any moment, with a Xiaomi scale in range.
struct AdvertSite {
    let folder: TemporaryFolder
    let broker = InMemoryBroker()

    init() throws {
        folder = try TemporaryFolder()
        _ = try SiteKey.load(folder.url.appending(path: "site-key").path, createIfMissing: true)
    }

    /// Starts the reader, which first recovers the data that an earlier process left on disk.
    func start(
        passive: String = "10080,10081",
        clock: any Clock<Duration> = ManualClock(),
        cables: CableBus = CableBus()
    ) async throws -> DeviceReaderActor {
        let environment = BusEnvironment(
            now: { Samples.start },
            newID: { UUID().uuidString.lowercased() },
            clock: clock
        )
        let client = BusClient(
            bus: broker.connect(),
            address: try BusAddress(site: "home", hub: "room-1", actor: "device-reader", instance: "main"),
            epoch: 1,
            environment: environment
        )
        let actor = try await DeviceReaderActor(
            ActorContext(client, folder: folder, values: ["passive.peripherals": passive]),
            cables: cables
        )
        try await actor.services.foundation.recovery.recover()
        return actor
    }

    /// Kills the reader: the data in its memory is lost.
    func kill(_ actor: DeviceReaderActor) async throws { try await actor.store.close() }
}

extension DeviceReaderActor {
    /// Pairs the scale as a person does.
    func pairScale(as peripheralID: Int = 10_081) async throws {
        try await services.passive.adverts.pair(Samples.device(), as: peripheralID)
    }

    /// Delivers an advert some seconds after the start.
    func hear(_ advert: ScaleAdvert, at seconds: Double) async {
        let now = Samples.start.addingTimeInterval(seconds)
        _ = await services.passive.adverts.heard(advert.sighting, at: now)
    }

    /// Advances the time to some seconds after the start.
    func pass(_ seconds: Double) async {
        await services.passive.adverts.tick(at: Samples.start.addingTimeInterval(seconds))
    }

    /// The readings that wait in the outbox.
    var readings: [Reading] {
        get async throws {
            try await store.nextBatch(limit: 100).map { try WireJSON.decode(Reading.self, from: Array($0.payload)) }
        }
    }
}

/// An advert of a Xiaomi scale.
struct ScaleAdvert: Sendable {
    /// The scale's clock as the advert shows it.
    enum Shown: Sendable {
        /// It is wrong by this many seconds, and shows the time of the weighing.
        case off(by: Double)
        /// It was never set, and does not run.
        case unset
    }

    static let moving: UInt8 = 0
    static let stable: UInt8 = 0x20
    static let impedance: UInt8 = 0x22
    static let removed: UInt8 = 0xA0
    static let removedWithImpedance: UInt8 = 0xA2

    var flags: UInt8
    var kilograms: Double
    var ohm: UInt16 = 0
    /// The time of the weighing, in seconds after the start.
    var measuredAt = 0.0
    var clock = Shown.off(by: 0)
    /// Whether the scale cannot measure the impedance.
    var isPlain = false

    private var time: [UInt8] {
        guard case .off(let seconds) = clock else { return [0xB2, 0x07, 1, 1, 0, 0, 0] }
        let moment = Samples.start.addingTimeInterval(measuredAt + seconds)
        let local = Int(moment.timeIntervalSince1970) + HubZone.utcOffset(at: moment)
        guard let civil = CivilDateTime(daysSince1970: local / 86_400, secondOfDay: local % 86_400) else { return [] }
        let year = UInt16(civil.year)
        let parts = [civil.month, civil.day, civil.hour, civil.minute, civil.second]
        return [UInt8(year & 0xFF), UInt8(year >> 8)] + parts.map { UInt8($0) }
    }

    var bytes: [UInt8] {
        let count = UInt16((kilograms * 200).rounded())
        let weight = [UInt8(count & 0xFF), UInt8(count >> 8)]
        guard !isPlain else { return [flags] + weight + time }
        return [0x02, flags] + time + [UInt8(ohm & 0xFF), UInt8(ohm >> 8)] + weight
    }

    var sighting: PeripheralSighted {
        var sighting = Samples.sighting(peripherals: [isPlain ? 10_080 : 10_081])
        let service = isPlain ? BluetoothUUID.weightScaleService : .bodyCompositionService
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        sighting.advertisement = Advertisement(serviceData: [service.description: digits])
        return sighting
    }
}
