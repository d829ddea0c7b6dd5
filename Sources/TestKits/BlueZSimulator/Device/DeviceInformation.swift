/// The strings of the Device Information service, 0x180A.
package struct DeviceInformation: Codable, Equatable, Sendable {
    /// 0x2A29.
    package var manufacturer: String
    /// 0x2A24.
    package var model: String
    /// 0x2A25.
    package var serial: String

    /// Makes the strings.
    package init(manufacturer: String, model: String, serial: String) {
        self.manufacturer = manufacturer
        self.model = model
        self.serial = serial
    }
}
