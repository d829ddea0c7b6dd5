/// A reading that its device may send again as if it were a new one: it has neither a time nor a number.
public struct DeviceRepeat: Sendable, Hashable {
    /// The device's UUID.
    public var device: String
    /// What equal bytes of the device have in common.
    public var twinKey: String
    /// The reading's key.
    public var readingKey: String

    /// Makes a row.
    public init(device: String, twinKey: String, readingKey: String) {
        self.device = device
        self.twinKey = twinKey
        self.readingKey = readingKey
    }
}
