internal import BusContract
internal import FoundationEssentials
internal import VitalRecords

/// Whose person was told to measure: once for each use of a device.
///
/// Pure. A device that is left on is connected again and again, and is the same use until it was read, was silent for a
/// while, or advertises something else. A link is no silence.
struct ReadyBook: Sendable {
    /// The most devices remembered; with one more all are forgotten, and told once too often.
    static let limit = 1_024

    private struct Entry: Sendable {
        let advertisement: Advertisement
        var seenAt: Date
    }

    /// The silence that ends a use, in seconds.
    let silence: TimeInterval
    private var told: [DeviceID: Entry] = [:]

    init(silence: TimeInterval) {
        self.silence = silence
    }

    /// Whether a device that waits is to be told of; true once for each use.
    mutating func isNew(_ sighting: PeripheralSighted, at now: Date) -> Bool {
        seen(sighting.device, at: now)
        guard told[sighting.device]?.advertisement != sighting.advertisement else { return false }
        if told.count >= Self.limit { told = [:] }
        told[sighting.device] = Entry(advertisement: sighting.advertisement, seenAt: now)
        return true
    }

    /// A device was heard, or its link ended now.
    mutating func seen(_ device: DeviceID, at now: Date, isLink: Bool = false) {
        guard let entry = told[device] else { return }
        if !isLink, now.timeIntervalSince(entry.seenAt) >= silence {
            told[device] = nil
        } else {
            told[device]?.seenAt = now
        }
    }

    /// A device was read: what it does next is another use.
    mutating func read(_ device: DeviceID) { told[device] = nil }
}
