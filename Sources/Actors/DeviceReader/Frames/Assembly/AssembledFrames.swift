internal import DeviceCodecs
internal import FoundationEssentials

/// What frames came to: a measurement, or nothing, and the rows that are used up with it.
struct AssembledFrames: Sendable, Hashable {
    /// A frame that cannot be decoded.
    struct Unreadable: Sendable, Hashable {
        /// Its row's number.
        let row: Int64
        /// Where it came from.
        let characteristic: BluetoothUUID
        /// How many bytes it has.
        let length: Int
        /// Why.
        let error: CodecError
    }

    /// The rows that nobody needs any more once this is committed.
    var rows: [Int64]
    /// The measurement; nil where the frames have none, or it is told already.
    var measurement: DeviceMeasurement?
    /// When the frame came that completed it.
    var receivedAt: Date
    /// Where the key needs an episode of its own: a finger in a sensor, for example.
    var episode: Date?
    /// Whether it was made while it came, whatever memory the device has.
    var isLive = false
    /// What the reader noticed beside what the device says.
    var flags: [String] = []
    /// The frame that could not be decoded.
    var unreadable: Unreadable?
}

/// A frame that came and is on disk.
struct ArrivedFrame: Sendable, Hashable {
    /// Its row's number.
    let row: Int64
    /// Where it came from.
    let characteristic: BluetoothUUID
    /// Its bytes.
    let bytes: [UInt8]
    /// When it came, to the millisecond: what is on disk, so that a replay finds the same.
    let at: Date
}
