package import BusContract
package import FoundationEssentials
internal import MessageBus
package import VitalRecords

/// Tracks the catalogue's devices in sight, and decides when to publish them.
///
/// A sighting is published when the device appears, when its content changes, and otherwise at most every ten seconds.
package struct SightingBook: Sendable {
    /// An event to publish.
    package enum Action: Sendable, Hashable {
        /// A device is in sight.
        case sighted(PeripheralSighted)
        /// A device fell silent.
        case lost(PeripheralLost)
    }

    /// The largest number of devices in sight; beyond it, the weakest unknown ones are ignored.
    package static let limit = 512
    /// The size limit of sightings in one message, in bytes, to stay below 64 KiB.
    package static let bytesPerMessage = 48_000
    /// The shortest time between two events with the same content, in seconds.
    package static let repeatInterval: TimeInterval = 10
    /// The same while a client waits for the device, in seconds: short, but without flooding the bus.
    package static let eagerInterval: TimeInterval = 1

    private struct Entry: Sendable {
        var sighting: PeripheralSighted
        var heardAt: Date
        var toldAt: Date
        /// Whether the device is paired, or a client waits for it.
        var isKnown: Bool
        var strength: Int { sighting.rssi ?? -128 }
    }

    let hub: String
    /// How long a device may be silent before it is lost, in seconds.
    let lostAfter: TimeInterval
    private var entries: [DeviceID: Entry] = [:]

    /// Creates a book without a device.
    package init(hub: String, lostAfter: TimeInterval) {
        self.hub = hub
        self.lostAfter = lostAfter
    }

    /// Each device's latest sighting.
    package var present: [PeripheralSighted] {
        entries.values.map(\.sighting).sorted { $0.device.description < $1.device.description }
    }

    /// The latest sightings that fit one message: known devices first, then the nearest.
    package func nearest() -> Sightings {
        let all = entries.values.sorted {
            if $0.isKnown != $1.isKnown { return $0.isKnown }
            if $0.strength != $1.strength { return $0.strength > $1.strength }
            return $0.sighting.device.description < $1.sighting.device.description
        }
        var (devices, left) = ([PeripheralSighted](), Self.bytesPerMessage)
        for entry in all {
            // Absent is nil: never happens, because texts and whole numbers can always be encoded.
            guard let size = try? WireJSON.encode(entry.sighting).count, size < left else { break }
            left -= size + 1  // In range: the size is smaller.
            devices.append(entry.sighting)
        }
        return Sightings(devices: devices, omitted: devices.count < all.count ? all.count - devices.count : nil)
    }

    /// Handles an advertisement that matches the catalogue.
    ///
    /// - Parameters:
    ///   - isEager: Whether a client waits for the device and must see it at once.
    ///   - isKnown: Whether it is paired, so that a crowd of other devices does not displace it.
    ///   - episode: The time by the wall clock; nil if `now` is that.
    ///   - now: A time that never goes back.
    package mutating func heard(
        _ device: DeviceID,
        peripheralIDs: [Int],
        name: String?,
        rssi: Int?,
        advertisement: Advertisement,
        isEager: Bool = false,
        isKnown: Bool = false,
        episode: Date? = nil,
        at now: Date
    ) -> [Action] {
        let isPaired = isKnown
        let isKnown = isPaired || isEager
        guard var entry = entries[device] else {
            guard let gone = makeRoom(rssi: rssi, isKnown: isKnown) else { return [] }
            let sighting = PeripheralSighted(
                hub: hub,
                device: device,
                peripheralIDs: peripheralIDs,
                name: name,
                rssi: rssi,
                advertisement: advertisement,
                episode: (episode ?? now).roundedToMilliseconds,
                paired: isPaired
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
        entry.sighting.paired = isPaired
        entry.heardAt = now
        let interval = isEager ? Self.eagerInterval : Self.repeatInterval
        let isDue = isChanged || now.timeIntervalSince(entry.toldAt) >= interval
        if isDue { entry.toldAt = now }
        entries[device] = entry
        return isDue ? [.sighted(entry.sighting)] : []
    }

    /// Makes room for a device that is paired, awaited or nearer than another; nil if that is not possible.
    private mutating func makeRoom(rssi: Int?, isKnown: Bool) -> [Action]? {
        guard entries.count >= Self.limit else { return [] }
        let others = entries.filter { !$0.value.isKnown }
        guard let weakest = others.min(by: { $0.value.strength < $1.value.strength }),
            isKnown || weakest.value.strength < rssi ?? -128
        else { return nil }
        entries[weakest.key] = nil
        return [.lost(PeripheralLost(hub: hub, device: weakest.key))]
    }

    /// Drops devices that fell silent.
    package mutating func tick(at now: Date) -> [Action] {
        let silent = entries.filter { now.timeIntervalSince($0.value.heardAt) >= lostAfter }.map(\.key)
        return silent.sorted { $0.description < $1.description }.map { device in
            entries[device] = nil
            return .lost(PeripheralLost(hub: hub, device: device))
        }
    }

    /// Drops all devices after the radio is lost.
    package mutating func clear() -> [Action] {
        let all = entries.keys.sorted { $0.description < $1.description }
        entries = [:]
        return all.map { .lost(PeripheralLost(hub: hub, device: $0)) }
    }
}
