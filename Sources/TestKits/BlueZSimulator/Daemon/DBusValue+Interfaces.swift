package import DBus

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
