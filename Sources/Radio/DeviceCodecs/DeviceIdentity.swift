/// What tells a device's model: from its advertisement and its Device Information service.
public struct DeviceIdentity: Hashable, Sendable {
    /// The name that it advertises.
    public var name: String?
    /// The manufacturer's name.
    public var manufacturer: String?
    /// The model number.
    public var model: String?
    /// The firmware revision.
    public var firmware: String?
    /// Company numbers in the manufacturer data of its advertisement.
    public var companies: Set<UInt16>
    /// Services that it has or advertises.
    public var services: Set<BluetoothUUID>

    /// Takes what is known.
    public init(
        name: String? = nil,
        manufacturer: String? = nil,
        model: String? = nil,
        firmware: String? = nil,
        companies: Set<UInt16> = [],
        services: Set<BluetoothUUID> = []
    ) {
        self.name = name
        self.manufacturer = manufacturer
        self.model = model
        self.firmware = firmware
        self.companies = companies
        self.services = services
    }
}
