import DBus

/// Signals as BlueZ sends them.
enum Signals {
    static func added(_ path: DBusObjectPath, _ interfaces: [String: [String: DBusValue]], _ ordinal: UInt64)
        -> DBusSignal
    {
        let entries = interfaces.map { DBusDictionaryEntry(key: .string($0.key), value: .dictionary($0.value)) }
        let value = DBusDictionary(
            keyType: .string,
            valueType: .dictionary(key: .string, value: .variant),
            entries: entries
        )
        return signal(
            "/",
            "org.freedesktop.DBus.ObjectManager",
            "InterfacesAdded",
            [.objectPath(path), .dictionary(value)],
            ordinal
        )
    }

    static func removed(_ path: DBusObjectPath, _ interfaces: [String], _ ordinal: UInt64) -> DBusSignal {
        let arguments: [DBusValue] = [.objectPath(path), .strings(interfaces)]
        return signal("/", "org.freedesktop.DBus.ObjectManager", "InterfacesRemoved", arguments, ordinal)
    }

    static func changed(
        _ path: DBusObjectPath,
        _ interface: String,
        _ changed: [String: DBusValue],
        invalidated: [String] = [],
        _ ordinal: UInt64
    ) -> DBusSignal {
        let arguments: [DBusValue] = [.string(interface), .dictionary(changed), .strings(invalidated)]
        return signal(path, "org.freedesktop.DBus.Properties", "PropertiesChanged", arguments, ordinal)
    }

    private static func signal(
        _ path: DBusObjectPath,
        _ interface: String,
        _ member: String,
        _ arguments: [DBusValue],
        _ ordinal: UInt64
    ) -> DBusSignal {
        DBusSignal(
            sender: ":1.3",
            path: path,
            interface: interface,
            member: member,
            arguments: arguments,
            ordinal: ordinal
        )
    }
}
