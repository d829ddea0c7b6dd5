/// A reading in a device's memory.
package struct StoredReading: Equatable, Sendable {
    /// Its number on the device, from 1.
    package let number: Int
    /// What the device sends of it, in this order.
    package let frames: [DeviceFrame]
    /// Whose it is on a device with users; 0xFF and nil are nobody's.
    package let user: UInt8?

    /// Makes a reading.
    package init(number: Int, frames: [DeviceFrame], user: UInt8? = nil) {
        self.number = number
        self.frames = frames
        self.user = user
    }
}
