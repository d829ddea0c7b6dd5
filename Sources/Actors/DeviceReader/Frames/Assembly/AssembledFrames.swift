internal import DeviceCodecs
internal import FoundationEssentials

/// The result of assembled frames: a measurement or none, and the rows that it covers.
struct AssembledFrames: Sendable, Hashable {
    /// A frame that cannot be decoded.
    struct Unreadable: Sendable, Hashable {
        /// The row's ID.
        let row: Int64
        /// The characteristic that sent it.
        let characteristic: BluetoothUUID
        /// The length in bytes.
        let length: Int
        /// Why decoding failed.
        let error: CodecError
    }

    /// The rows to mark as decoded when this is committed.
    var rows: [Int64]
    /// The measurement; nil if the frames hold none, or it was already delivered.
    var measurement: DeviceMeasurement?
    /// When the last frame of the measurement arrived.
    var receivedAt: Date
    /// A separate episode for the reading key, such as a finger in a sensor; nil for the link's episode.
    var episode: Date?
    /// Whether it was measured as it arrived, even if the device has a memory.
    var isLive = false
    /// Whether it has no time and arrived without others, so that it does not come from a memory.
    var isAlone = false
    /// How far the user has moved the device's clock ahead since the measurement, in seconds.
    var clockShift: Double = 0
    /// Whether the device's own clock was set back between it and a later record.
    var isTimeAmbiguous = false
    /// The newest record of the link; nil for a measurement not compared with others.
    var newest: RecordClock.Newest?
    /// Whether it has a time and is the link's only measurement; set only for devices that show no clock.
    var isOnlyRecord = false
    /// Whether it is the second of exactly two measurements with equal bytes on the link.
    var isSecondOfEquals = false
    /// Status flags that the reader adds to the device's own.
    var flags: [String] = []
    /// The frame that could not be decoded.
    var unreadable: Unreadable?
    /// Whether it belongs to a measurement that never arrived.
    var isOrphan = false

    /// Why decodable frames yield no reading; nil if they do, or are part of another measurement.
    var setAside: String? {
        guard unreadable == nil else { return nil }
        guard let measurement else { return isOrphan ? "its measurement did not arrive" : nil }
        guard measurement.isPatient else {
            return "it is not a person's measurement: control solution, demonstration or test"
        }
        return measurement.isUsable ? nil : "no result"
    }
}

/// A received frame stored on disk.
struct ArrivedFrame: Sendable, Hashable {
    /// The row's ID.
    let row: Int64
    /// The characteristic that sent it.
    let characteristic: BluetoothUUID
    /// Its bytes.
    let bytes: [UInt8]
    /// When it arrived, to the millisecond as stored, so that a replay gives the same result.
    let at: Date
}
