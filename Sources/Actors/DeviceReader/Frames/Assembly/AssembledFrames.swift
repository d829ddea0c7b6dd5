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
    /// Status flags that the reader adds to the device's own.
    var flags: [String] = []
    /// The frame that could not be decoded.
    var unreadable: Unreadable?
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
