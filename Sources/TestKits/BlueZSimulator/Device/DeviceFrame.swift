/// A value of one characteristic, as a device sends it.
package struct DeviceFrame: Equatable, Sendable {
    /// The characteristic's 16-bit UUID.
    package let characteristic: UInt16
    /// The bytes.
    package let bytes: [UInt8]

    /// Makes a frame.
    package init(_ characteristic: UInt16, _ bytes: [UInt8]) {
        self.characteristic = characteristic
        self.bytes = bytes
    }
}
