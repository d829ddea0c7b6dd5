/// A reading in a device's memory.
package struct StoredReading: Equatable, Sendable {
    /// Its number on the device, from 1.
    package let number: Int
    /// What the device sends of it.
    package let frame: [UInt8]
}
