import DBus

/// Methods and properties of BlueZ's interfaces, as its introspection declares them.
enum InterfaceTable {
    /// A method's name and types.
    struct Method: Sendable {
        let name: String
        var input: [DBusType] = []
        var output: [DBusType] = []
    }

    /// A property's name and type.
    struct Property: Sendable {
        let name: String
        let type: DBusType
        var isWritable = false
    }

    /// `a{sv}`.
    static let propertiesType = DBusType.dictionary(key: .string, value: .variant)
    /// `a{sa{sv}}`.
    static let interfacesType = DBusType.dictionary(key: .string, value: propertiesType)
    /// `a{oa{sa{sv}}}`.
    static let objectsType = DBusType.dictionary(key: .objectPath, value: interfacesType)

    /// The methods of an interface.
    static func methods(of interface: String) -> [Method] {
        switch interface {
        case BlueZName.adapter: adapterMethods
        case BlueZName.device: ["Connect", "Disconnect", "Pair", "CancelPairing"].map { Method(name: $0) }
        case BlueZName.characteristic: characteristicMethods
        case BlueZName.agentManager: agentManagerMethods
        default: []
        }
    }

    /// The properties of an interface; some of them have no value at times.
    static func properties(of interface: String) -> [Property] {
        switch interface {
        case BlueZName.adapter: adapterProperties
        case BlueZName.device: deviceProperties
        case BlueZName.battery: [.init(name: "Percentage", type: .byte)]
        case BlueZName.gattService: serviceProperties
        case BlueZName.characteristic: characteristicProperties
        case BlueZName.descriptor: descriptorProperties
        default: []
        }
    }

    private static let adapterMethods: [Method] = [
        .init(name: "StartDiscovery"),
        .init(name: "StopDiscovery"),
        .init(name: "SetDiscoveryFilter", input: [propertiesType]),
        .init(name: "GetDiscoveryFilters", output: [.array(.string)]),
        .init(name: "RemoveDevice", input: [.objectPath]),
    ]

    private static let characteristicMethods: [Method] = [
        .init(name: "ReadValue", input: [propertiesType], output: [.array(.byte)]),
        .init(name: "WriteValue", input: [.array(.byte), propertiesType]),
        .init(name: "StartNotify"),
        .init(name: "StopNotify"),
    ]

    private static let agentManagerMethods: [Method] = [
        .init(name: "RegisterAgent", input: [.objectPath, .string]),
        .init(name: "UnregisterAgent", input: [.objectPath]),
        .init(name: "RequestDefaultAgent", input: [.objectPath]),
    ]

    private static let adapterProperties: [Property] = [
        .init(name: "Address", type: .string), .init(name: "AddressType", type: .string),
        .init(name: "Name", type: .string), .init(name: "Alias", type: .string, isWritable: true),
        .init(name: "Class", type: .uint32), .init(name: "Powered", type: .boolean, isWritable: true),
        .init(name: "Discoverable", type: .boolean, isWritable: true),
        .init(name: "DiscoverableTimeout", type: .uint32, isWritable: true),
        .init(name: "Pairable", type: .boolean, isWritable: true),
        .init(name: "PairableTimeout", type: .uint32, isWritable: true),
        .init(name: "Discovering", type: .boolean), .init(name: "UUIDs", type: .array(.string)),
        .init(name: "Modalias", type: .string), .init(name: "Roles", type: .array(.string)),
    ]

    private static let deviceProperties: [Property] = [
        .init(name: "Address", type: .string), .init(name: "AddressType", type: .string),
        .init(name: "Name", type: .string), .init(name: "Alias", type: .string, isWritable: true),
        .init(name: "Paired", type: .boolean), .init(name: "Bonded", type: .boolean),
        .init(name: "Trusted", type: .boolean, isWritable: true),
        .init(name: "Blocked", type: .boolean, isWritable: true),
        .init(name: "LegacyPairing", type: .boolean), .init(name: "RSSI", type: .int16),
        .init(name: "Connected", type: .boolean), .init(name: "UUIDs", type: .array(.string)),
        .init(name: "Adapter", type: .objectPath),
        .init(name: "ManufacturerData", type: .dictionary(key: .uint16, value: .variant)),
        .init(name: "ServiceData", type: propertiesType), .init(name: "ServicesResolved", type: .boolean),
    ]

    private static let serviceProperties: [Property] = [
        .init(name: "UUID", type: .string), .init(name: "Device", type: .objectPath),
        .init(name: "Primary", type: .boolean), .init(name: "Includes", type: .array(.objectPath)),
    ]

    private static let characteristicProperties: [Property] = [
        .init(name: "UUID", type: .string), .init(name: "Service", type: .objectPath),
        .init(name: "Value", type: .array(.byte)), .init(name: "Notifying", type: .boolean),
        .init(name: "Flags", type: .array(.string)), .init(name: "MTU", type: .uint16),
    ]

    private static let descriptorProperties: [Property] = [
        .init(name: "UUID", type: .string), .init(name: "Characteristic", type: .objectPath),
        .init(name: "Value", type: .array(.byte)),
    ]
}
