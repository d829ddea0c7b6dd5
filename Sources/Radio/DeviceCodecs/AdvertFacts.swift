/// What a device advertises, as far as the catalogue looks at it.
public struct AdvertFacts: Hashable, Sendable {
    /// The advertised services.
    public var services: [BluetoothUUID]
    /// The advertised name.
    public var name: String?
    /// The manufacturer data by company number.
    public var manufacturerData: [UInt16: [UInt8]]
    /// The service data by service.
    public var serviceData: [BluetoothUUID: [UInt8]]

    /// Takes what was heard.
    public init(
        services: [BluetoothUUID] = [],
        name: String? = nil,
        manufacturerData: [UInt16: [UInt8]] = [:],
        serviceData: [BluetoothUUID: [UInt8]] = [:]
    ) {
        self.services = services
        self.name = name
        self.manufacturerData = manufacturerData
        self.serviceData = serviceData
    }

    func isNamed(_ beginning: String) -> Bool {
        !beginning.isEmpty && name?.lowercased().hasPrefix(beginning.lowercased()) == true
    }
}
