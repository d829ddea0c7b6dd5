internal import DeviceCodecs
internal import FoundationEssentials

/// The adverts received from one device.
struct AdvertDevice: Sendable {
    /// The last frame of each place.
    var last: [BluetoothUUID: [UInt8]] = [:]
    /// When a person was last seen measuring.
    var measuringAt: Date?
    /// The measurements that are not booked yet, and the last one.
    var measurements: [AdvertMeasurement] = []
    /// Whether the measurements were loaded from the store.
    var isRestored = false
    /// Whether the log already says that the device must be paired first.
    var isTold = false

    /// Records that a person measures, so that the next result belongs to a new measurement, whatever its content.
    mutating func measuring(at now: Date) {
        measuringAt = now
        measuresOver(at: now)
    }

    /// Ends the last measurement, which is then booked with the parts received so far.
    mutating func measuresOver(at now: Date) {
        measurements.removeAll { $0.bookedAt == nil }
        guard let last = measurements.indices.last else { return }
        measurements[last].isOver = true
        measurements[last].bookedAt = measurements[last].bookedAt.map { min($0, now) }
    }
}
