public import FoundationEssentials

/// Bytes from a device that are to be saved.
public struct NewFrame: Sendable, Hashable {
    /// The GATT characteristic.
    public var characteristic: String
    /// The bytes.
    public var bytes: Data
    /// When they came.
    public var receivedAt: Date

    /// Makes a frame.
    public init(characteristic: String, bytes: Data, receivedAt: Date) {
        self.characteristic = characteristic
        self.bytes = bytes
        self.receivedAt = receivedAt
    }
}
