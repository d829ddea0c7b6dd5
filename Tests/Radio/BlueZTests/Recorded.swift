import DBus

/// Properties as bluetoothd 5.66 reported them for a blood pressure cuff, with another address.
enum Recorded {
    static let adapterPath: DBusObjectPath = "/org/bluez/hci0"
    static let devicePath: DBusObjectPath = "/org/bluez/hci0/dev_C0_11_22_33_44_55"
    static let servicePath = devicePath.appending("service000a")
    static let measurementPath = servicePath.appending("char000b")
    static let featurePath = servicePath.appending("char000e")

    static let adapter: [String: DBusValue] = [
        "Address": "00:AA:01:00:00:00", "AddressType": "public", "Name": "hub", "Alias": "hub",
        "Class": .uint32(0), "Powered": true, "Discoverable": false, "Pairable": true,
        "DiscoverableTimeout": .uint32(180), "PairableTimeout": .uint32(0), "Discovering": false,
        "UUIDs": .strings(["00001800-0000-1000-8000-00805f9b34fb"]), "Modalias": "usb:v1D6Bp0246d0542",
        "Roles": .strings(["central", "peripheral"]),
    ]

    static let device: [String: DBusValue] = [
        "Address": "C0:11:22:33:44:55", "AddressType": "random", "Name": "BP cuff", "Alias": "BP cuff",
        "Paired": false, "Trusted": false, "Blocked": false, "LegacyPairing": false, "RSSI": .int16(-50),
        "Connected": false, "UUIDs": .strings(["00001810-0000-1000-8000-00805F9B34FB"]),
        "ManufacturerData": manufacturerData([0x0157: [1, 2, 3]]), "ServicesResolved": false,
        "ServiceData": .dictionary(["0000181D-0000-1000-8000-00805F9B34FB": .bytes([9])]),
        "Adapter": .objectPath(adapterPath), "AdvertisingFlags": .bytes([6]),
    ]

    static let service: [String: DBusValue] = [
        "UUID": "00001810-0000-1000-8000-00805f9b34fb", "Device": .objectPath(devicePath), "Primary": true,
        "Includes": .objectPaths([]),
    ]

    static let measurement = characteristic("00002A35-0000-1000-8000-00805f9b34fb", ["indicate"])
    static let feature = characteristic("00002a49-0000-1000-8000-00805f9b34fb", ["read"])

    /// The form of a peer's a{qv} without its outer variant.
    static func manufacturerData(_ data: [UInt16: [UInt8]]) -> DBusValue {
        let entries = data.map { DBusDictionaryEntry(key: .uint16($0.key), value: .variant(.bytes($0.value))) }
        return .dictionary(DBusDictionary(keyType: .uint16, valueType: .variant, entries: entries))
    }

    static let snapshot: DBusManagedObjects = [
        "/org/bluez": ["org.bluez.AgentManager1": [:]],
        adapterPath: ["org.bluez.Adapter1": adapter],
        devicePath: ["org.bluez.Device1": device],
    ]

    static let connectedSnapshot: DBusManagedObjects = snapshot.merging([
        devicePath: ["org.bluez.Device1": device.merging(["Connected": true, "ServicesResolved": true]) { $1 }],
        servicePath: ["org.bluez.GattService1": service],
        measurementPath: ["org.bluez.GattCharacteristic1": measurement],
        featurePath: ["org.bluez.GattCharacteristic1": feature],
    ]) { $1 }

    private static func characteristic(_ uuid: String, _ flags: [String]) -> [String: DBusValue] {
        [
            "UUID": .string(uuid), "Service": .objectPath(servicePath), "Value": .bytes([]), "Notifying": false,
            "Flags": .strings(flags), "MTU": .uint16(517),
        ]
    }
}
