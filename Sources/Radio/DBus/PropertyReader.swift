/// Reads properties of exported interfaces into the dictionaries of the standard interfaces.
enum PropertyReader {
    static let propertiesType = DBusType.dictionary(key: .string, value: .variant)
    static let interfacesType = DBusType.dictionary(key: .string, value: propertiesType)

    /// An interface's properties, without those that are absent now.
    static func properties(of interface: DBusInterface) async -> [String: DBusValue] {
        var values: [String: DBusValue] = [:]
        for property in interface.properties {
            guard let value = try? await property.getter() else { continue }
            values[property.name] = value
        }
        return values
    }

    /// Interfaces with their properties, `a{sa{sv}}`.
    static func interfaces(_ interfaces: [DBusInterface]) async -> DBusValue {
        var entries: [DBusDictionaryEntry] = []
        for interface in interfaces {
            let properties = DBusValue.dictionary(await properties(of: interface))
            entries.append(DBusDictionaryEntry(key: .string(interface.name), value: properties))
        }
        return .dictionary(DBusDictionary(keyType: .string, valueType: propertiesType, entries: entries))
    }
}
