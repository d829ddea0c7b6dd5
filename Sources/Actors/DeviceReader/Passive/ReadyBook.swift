internal import BusContract
internal import FoundationEssentials
internal import VitalRecords

/// Remembers for which devices the person was prompted to measure, so that each use has one prompt.
///
/// Pure. A device that is left on is connected again and again; that is one use until it is read, falls silent for a while,
/// or advertises something else. A link does not count as silence.
struct ReadyBook: Sendable {
    /// The largest number of devices remembered; beyond that all are forgotten, and may be announced once too often.
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

    /// Whether to announce a device that waits for a measurement; true once for each use.
    mutating func isNew(_ sighting: PeripheralSighted, at now: Date) -> Bool {
        seen(sighting.device, at: now)
        guard told[sighting.device]?.advertisement != sighting.advertisement else { return false }
        if told.count >= Self.limit { told = [:] }
        told[sighting.device] = Entry(advertisement: sighting.advertisement, seenAt: now)
        return true
    }

    /// Notes that a device was heard, or that its link just ended.
    mutating func seen(_ device: DeviceID, at now: Date, isLink: Bool = false) {
        guard let entry = told[device] else { return }
        if !isLink, now.timeIntervalSince(entry.seenAt) >= silence {
            told[device] = nil
        } else {
            told[device]?.seenAt = now
        }
    }

    /// Notes that a device was read, so that the next time is another use.
    mutating func read(_ device: DeviceID) { told[device] = nil }
}
