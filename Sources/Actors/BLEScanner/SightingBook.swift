internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// Which devices of the catalogue are in sight, and which changes are published.
///
/// A sighting is told at first, on changed content, and else at most every ten seconds.
struct SightingBook: Sendable {
    /// What is to be told.
    enum Action: Sendable, Hashable {
        /// A device is in sight.
        case sighted(PeripheralSighted)
        /// A device is silent.
        case lost(PeripheralLost)
    }

    /// The most devices in sight at a time; of more, the weakest that nobody knows are passed over.
    static let limit = 512
    /// The most bytes of sightings in one message, which is to stay below 64 KiB.
    static let bytesPerMessage = 48_000
    /// The shortest time between two tellings of the same content.
    static let repeatInterval: TimeInterval = 10
    /// The same while somebody waits for the device, so that it is seen at once and the bus is not flooded.
    static let eagerInterval: TimeInterval = 1

    private struct Entry: Sendable {
        var sighting: PeripheralSighted
        var heardAt: Date
        var toldAt: Date
        /// Whether it is paired, or somebody waits for it.
        var isKnown: Bool
        var strength: Int { sighting.rssi ?? -128 }
    }

    let hub: String
    /// How long a device may be silent before it is lost.
    let lostAfter: TimeInterval
    private var entries: [DeviceID: Entry] = [:]

    init(hub: String, lostAfter: TimeInterval) {
        self.hub = hub
        self.lostAfter = lostAfter
    }

    /// Each device's latest sighting.
    var present: [PeripheralSighted] {
        entries.values.map(\.sighting).sorted { $0.device.description < $1.device.description }
    }

    /// Each device's latest sighting, as many as one message has room for: known ones first, then the nearest.
    func nearest() -> Sightings {
        let all = entries.values.sorted {
            if $0.isKnown != $1.isKnown { return $0.isKnown }
            if $0.strength != $1.strength { return $0.strength > $1.strength }
            return $0.sighting.device.description < $1.sighting.device.description
        }
        var (devices, left) = ([PeripheralSighted](), Self.bytesPerMessage)
        for entry in all {
            guard let size = try? WireJSON.encode(entry.sighting).count, size < left else { break }
            left -= size + 1  // In range: the size is smaller.
            devices.append(entry.sighting)
        }
        return Sightings(devices: devices, omitted: devices.count < all.count ? all.count - devices.count : nil)
    }

    /// An advertisement that the catalogue matches was heard.
    ///
    /// - Parameters:
    ///   - isEager: Whether somebody waits for the device, who is to see it at once.
    ///   - isKnown: Whether it is paired: a crowd of others does not keep it out.
    mutating func heard(
        _ device: DeviceID,
        peripheralIDs: [Int],
        name: String?,
        rssi: Int?,
        _ advertisement: Advertisement,
        isEager: Bool = false,
        isKnown: Bool = false,
        at now: Date
    ) -> [Action] {
        let isKnown = isKnown || isEager
        guard var entry = entries[device] else {
            guard let gone = makeRoom(rssi: rssi, isKnown: isKnown) else { return [] }
            let sighting = PeripheralSighted(
                hub: hub,
                device: device,
                peripheralIDs: peripheralIDs,
                name: name,
                rssi: rssi,
                advertisement: advertisement,
                episode: now.roundedToMilliseconds
            )
            entries[device] = Entry(sighting: sighting, heardAt: now, toldAt: now, isKnown: isKnown)
            return gone + [.sighted(sighting)]
        }
        entry.isKnown = isKnown
        let isChanged = entry.sighting.advertisement != advertisement || entry.sighting.peripheralIDs != peripheralIDs
        entry.sighting.advertisement = advertisement
        entry.sighting.peripheralIDs = peripheralIDs
        entry.sighting.name = name ?? entry.sighting.name
        entry.sighting.rssi = rssi ?? entry.sighting.rssi
        entry.heardAt = now
        let interval = isEager ? Self.eagerInterval : Self.repeatInterval
        let isDue = isChanged || now.timeIntervalSince(entry.toldAt) >= interval
        if isDue { entry.toldAt = now }
        entries[device] = entry
        return isDue ? [.sighted(entry.sighting)] : []
    }

    /// Room for one more: a crowd must not keep out what is paired, awaited or nearer; nil where there is none.
    private mutating func makeRoom(rssi: Int?, isKnown: Bool) -> [Action]? {
        guard entries.count >= Self.limit else { return [] }
        let others = entries.filter { !$0.value.isKnown }
        guard let weakest = others.min(by: { $0.value.strength < $1.value.strength }),
            isKnown || weakest.value.strength < rssi ?? -128
        else { return nil }
        entries[weakest.key] = nil
        return [.lost(PeripheralLost(hub: hub, device: weakest.key))]
    }

    /// Time has passed.
    mutating func tick(at now: Date) -> [Action] {
        let silent = entries.filter { now.timeIntervalSince($0.value.heardAt) >= lostAfter }.map(\.key)
        return silent.sorted { $0.description < $1.description }.map { device in
            entries[device] = nil
            return .lost(PeripheralLost(hub: hub, device: device))
        }
    }

    /// The radio is gone: nothing is in sight.
    mutating func clear() -> [Action] {
        let all = entries.keys.sorted { $0.description < $1.description }
        entries = [:]
        return all.map { .lost(PeripheralLost(hub: hub, device: $0)) }
    }
}
