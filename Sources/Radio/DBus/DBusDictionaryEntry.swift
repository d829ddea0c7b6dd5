/// One key and value of a ``DBusDictionary``.
public struct DBusDictionaryEntry: Hashable, Sendable {
    /// The key.
    public let key: DBusValue
    /// The value.
    public let value: DBusValue

    /// Makes an entry.
    public init(key: DBusValue, value: DBusValue) {
        self.key = key
        self.value = value
    }
}
