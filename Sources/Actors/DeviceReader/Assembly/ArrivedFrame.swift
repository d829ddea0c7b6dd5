internal import DeviceCodecs
internal import FoundationEssentials

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
