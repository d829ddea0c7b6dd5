internal import DeviceCodecs
internal import FoundationEssentials

/// A measurement made of frames, or none, with the rows that it uses up.
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

    /// The rows that are decoded once this is committed.
    var rows: [Int64]
    /// The measurement; nil where the frames hold none, or it was delivered already.
    var measurement: DeviceMeasurement?
    /// When the frame that completed it arrived.
    var receivedAt: Date
    /// An episode of its own for the reading key, as of a finger in a sensor; nil for the link's.
    var episode: Date?
    /// Whether it was measured while it arrived, even if the device has a memory.
    var isLive = false
    /// Whether it has no time and came by itself, so that it does not come out of a memory.
    var isAlone = false
    /// How far the device's user moved its clock ahead after it, in seconds.
    var clockShift: Double = 0
    /// Whether the device's own clock was set back between it and a later record.
    var isTimeAmbiguous = false
    /// The newest record of the link; nil for a measurement that was not compared with others.
    var newest: RecordClock.Newest?
    /// Whether it has a time and no other measurement came over its link; known only where the device shows no clock.
    var isOnlyRecord = false
    /// Whether the link has brought equal bytes once before.
    var isSecondOfEquals = false
    /// Status flags that the reader adds to the device's own.
    var flags: [String] = []
    /// The frame that could not be decoded.
    var unreadable: Unreadable?
    /// Whether it belongs to a measurement that never came.
    var isOrphan = false

    /// Why the frames make no reading though they can be decoded; nil where they do, or are a part of another.
    var setAside: String? {
        guard unreadable == nil else { return nil }
        guard let measurement else { return isOrphan ? "its measurement did not come" : nil }
        guard measurement.isPatient else { return "it belongs to no person: control solution, demonstration or test" }
        return measurement.isUsable ? nil : "no result"
    }
}

/// A received frame that is on disk.
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
