internal import BusContract
internal import FoundationEssentials
internal import VitalRecords

/// Tracks named devices in sight that match no entry of the catalogue, so that a person learns why one is not read.
///
/// They are answered on request only, and never published.
struct UnknownBook: Sendable {
    /// The largest number of devices in memory.
    static let limit = 64
    /// The largest number of devices in an answer, the nearest ones.
    static let shown = 16
    /// The largest number of characters of a name.
    static let nameLimit = 64

    private struct Entry: Sendable {
        var device: UnknownDevice
        var heardAt: Date
        var strength: Int { device.rssi ?? -128 }
    }

    /// How long a device may be silent, in seconds.
    let lostAfter: TimeInterval
    private var entries: [DeviceID: Entry] = [:]

    init(lostAfter: TimeInterval) {
        self.lostAfter = lostAfter
    }

    /// Handles an advertisement that matches nothing; a device without a name is passed over.
    mutating func heard(_ device: DeviceID, name: String?, rssi: Int?, at now: Date) {
        guard let name, name.contains(where: { !$0.isWhitespace }) else { return }
        let unknown = UnknownDevice(device: device, name: String(name.prefix(Self.nameLimit)), rssi: rssi)
        guard entries[device] != nil || makeRoom(rssi: rssi, at: now) else { return }
        entries[device] = Entry(device: unknown, heardAt: now)
    }

    /// Forgets a device, which matches the catalogue after all.
    mutating func matched(_ device: DeviceID) { entries[device] = nil }

    /// The nearest devices; nil if there is none, so that an answer without them is as before.
    func nearest(at now: Date) -> [UnknownDevice]? {
        let present = entries.values.filter { now.timeIntervalSince($0.heardAt) < lostAfter }
        let sorted = present.sorted {
            ($1.strength, $0.device.device.description) < ($0.strength, $1.device.device.description)
        }
        return sorted.isEmpty ? nil : sorted.prefix(Self.shown).map(\.device)
    }

    private mutating func makeRoom(rssi: Int?, at now: Date) -> Bool {
        guard entries.count >= Self.limit else { return true }
        entries = entries.filter { now.timeIntervalSince($0.value.heardAt) < lostAfter }
        guard entries.count >= Self.limit, let weakest = entries.min(by: { $0.value.strength < $1.value.strength })
        else { return true }
        guard weakest.value.strength < rssi ?? -128 else { return false }
        entries[weakest.key] = nil
        return true
    }
}
