internal import DeviceCodecs
internal import FoundationEssentials

/// What one device showed in its adverts.
struct AdvertDevice: Sendable {
    /// The last frame of each place.
    var last: [BluetoothUUID: [UInt8]] = [:]
    /// When somebody was last seen measuring.
    var measuringAt: Date?
    /// The measurements that are not booked yet, and the last one.
    var measurements: [AdvertMeasurement] = []
    /// Whether that was looked up in the store.
    var isRestored = false
    /// Whether it was said that it cannot be read.
    var isTold = false

    /// Somebody measures: the next result is another measurement's, whatever it says.
    mutating func measuring(at now: Date) {
        measuringAt = now
        measuresOver(at: now)
    }

    /// The last measurement is over, and is booked with what there is of it.
    mutating func measuresOver(at now: Date) {
        measurements.removeAll { $0.bookedAt == nil }
        guard let last = measurements.indices.last else { return }
        measurements[last].isOver = true
        measurements[last].bookedAt = measurements[last].bookedAt.map { min($0, now) }
    }
}
