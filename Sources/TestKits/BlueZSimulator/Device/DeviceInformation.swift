/// The strings of the Device Information service, 0x180A.
package struct DeviceInformation: Codable, Equatable, Sendable {
    /// Manufacturer Name, 0x2A29.
    package var manufacturer: String
    /// Model Number, 0x2A24.
    package var model: String
    /// Serial Number, 0x2A25.
    package var serial: String

    /// Creates the strings.
    package init(manufacturer: String, model: String, serial: String) {
        self.manufacturer = manufacturer
        self.model = model
        self.serial = serial
    }
}

/// Helpers for addresses in their text form, `F0:0D:00:00:00:01`.
enum BluetoothAddress {
    /// Whether the text is six upper-case hex bytes with colons.
    static func isValid(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 6
            && parts.allSatisfy { part in
                part.count == 2 && part.allSatisfy { $0.isASCII && $0.isHexDigit && !$0.isLowercase }
            }
    }

    /// The last component of the device's object path.
    static func pathElement(_ address: String) -> String {
        "dev_" + address.split(separator: ":").joined(separator: "_")
    }
}
