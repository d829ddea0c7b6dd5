/// The value of a D-Bus dictionary (`a{kv}`): its two types and its entries in wire order.
public struct DBusDictionary: Hashable, Sendable {
    /// The type of every key, a basic type.
    public let keyType: DBusType
    /// The type of every value.
    public let valueType: DBusType
    /// The entries in wire order.
    public let entries: [DBusDictionaryEntry]

    /// Makes a dictionary; the entries are checked against the types when it is sent.
    public init(keyType: DBusType, valueType: DBusType, entries: [DBusDictionaryEntry]) {
        self.keyType = keyType
        self.valueType = valueType
        self.entries = entries
    }

    /// The value of the first entry with the key.
    public subscript(key: DBusValue) -> DBusValue? {
        entries.first { $0.key == key }?.value
    }
}
