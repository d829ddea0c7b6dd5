package import DBus

/// Interface names.
package enum BlueZName {
    /// The service.
    package static let service = "org.bluez"
    /// The adapter.
    package static let adapter = "org.bluez.Adapter1"
    /// A remote device.
    package static let device = "org.bluez.Device1"
    /// The battery of a remote device.
    package static let battery = "org.bluez.Battery1"
    /// A remote service.
    package static let gattService = "org.bluez.GattService1"
    /// A remote characteristic.
    package static let characteristic = "org.bluez.GattCharacteristic1"
    /// A remote descriptor.
    package static let descriptor = "org.bluez.GattDescriptor1"
    /// The registry of agents, at `/org/bluez`.
    package static let agentManager = "org.bluez.AgentManager1"
    /// A client's agent.
    package static let agent = "org.bluez.Agent1"
    /// Properties.
    package static let properties = "org.freedesktop.DBus.Properties"
    /// The object manager, at `/`.
    package static let objectManager = "org.freedesktop.DBus.ObjectManager"
    /// Introspection.
    package static let introspectable = "org.freedesktop.DBus.Introspectable"
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
