package import DBus

/// The names of BlueZ's service and interfaces, and of the standard interfaces it uses.
package enum BlueZName {
    /// The service name.
    package static let service = "org.bluez"
    /// The interface of adapters.
    package static let adapter = "org.bluez.Adapter1"
    /// The interface of remote devices.
    package static let device = "org.bluez.Device1"
    /// The interface of a remote device's battery.
    package static let battery = "org.bluez.Battery1"
    /// The interface of remote GATT services.
    package static let gattService = "org.bluez.GattService1"
    /// The interface of remote characteristics.
    package static let characteristic = "org.bluez.GattCharacteristic1"
    /// The interface of remote descriptors.
    package static let descriptor = "org.bluez.GattDescriptor1"
    /// The registry of agents, at `/org/bluez`.
    package static let agentManager = "org.bluez.AgentManager1"
    /// The interface of clients' pairing agents.
    package static let agent = "org.bluez.Agent1"
    /// The interface for property access.
    package static let properties = "org.freedesktop.DBus.Properties"
    /// The object manager, at `/`.
    package static let objectManager = "org.freedesktop.DBus.ObjectManager"
}

extension DBusValue {
    /// Properties by interface, `a{sa{sv}}`.
    package static func interfaces(_ interfaces: InterfaceProperties) -> DBusValue {
        let entries = interfaces.sorted { $0.key < $1.key }.map {
            DBusDictionaryEntry(key: .string($0.key), value: .dictionary($0.value))
        }
        return .dictionary(
            DBusDictionary(
                keyType: .string,
                valueType: .dictionary(key: .string, value: .variant),
                entries: entries
            )
        )
    }

    /// Manufacturer data by company, `a{qv}` of `ay`.
    static func manufacturerData(_ data: [UInt16: [UInt8]]) -> DBusValue {
        let entries = data.sorted { $0.key < $1.key }.map {
            DBusDictionaryEntry(key: .uint16($0.key), value: .variant(.bytes($0.value)))
        }
        return .dictionary(DBusDictionary(keyType: .uint16, valueType: .variant, entries: entries))
    }
}
