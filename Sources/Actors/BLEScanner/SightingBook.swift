internal import BusContract
internal import FoundationEssentials
internal import VitalRecords

/// Which devices of the catalogue are in sight, and what of it is told (DESIGN §5, ble-scanner).
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

    /// The most devices in sight at a time; more are passed over.
    static let limit = 512
    /// The shortest time between two tellings of the same content.
    static let repeatInterval: TimeInterval = 10
    /// The same while somebody waits for the device, so that it is seen at once and the bus is not flooded.
    static let eagerInterval: TimeInterval = 1

    private struct Entry: Sendable {
        var sighting: PeripheralSighted
        var heardAt: Date
        var toldAt: Date
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

    /// An advertisement that the catalogue matches was heard.
    ///
    /// - Parameter isEager: Whether somebody waits for the device, who is to see it at once.
    mutating func heard(
        _ device: DeviceID,
        peripheralIDs: [Int],
        name: String?,
        rssi: Int?,
        _ advertisement: Advertisement,
        isEager: Bool = false,
        at now: Date
    ) -> [Action] {
        guard var entry = entries[device] else {
            guard entries.count < Self.limit else { return [] }
            let sighting = PeripheralSighted(
                hub: hub,
                device: device,
                peripheralIDs: peripheralIDs,
                name: name,
                rssi: rssi,
                advertisement: advertisement,
                episode: now.roundedToMilliseconds
            )
            entries[device] = Entry(sighting: sighting, heardAt: now, toldAt: now)
            return [.sighted(sighting)]
        }
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
