/// What the code on a device's label says of it.
package struct DeviceLabel: Sendable, Hashable {
    /// The Bluetooth address, `AA:BB:CC:DD:EE:FF`; nil where the label has none.
    package let address: String?
    /// The name that it advertises; nil where the label has none.
    package let name: String?
    /// The serial number; nil where the label has none.
    package let serial: String?

    /// Makes a label.
    package init(address: String? = nil, name: String? = nil, serial: String? = nil) {
        self.address = address
        self.name = name
        self.serial = serial
    }
}
