extension DBusValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByFloatLiteral,
    ExpressibleByIntegerLiteral
{
    /// Makes a `string`.
    public init(stringLiteral value: String) {
        self = .string(value)
    }

    /// Makes a `boolean`.
    public init(booleanLiteral value: Bool) {
        self = .boolean(value)
    }

    /// Makes a `double`.
    public init(floatLiteral value: Double) {
        self = .double(value)
    }

    /// Makes an `int32`; write the case for any other width.
    public init(integerLiteral value: Int32) {
        self = .int32(value)
    }

    /// A property dictionary, `a{sv}`: each value is wrapped into a variant, entries are in the order of their keys.
    public static func dictionary(_ properties: [String: DBusValue]) -> DBusValue {
        let entries = properties.sorted { $0.key < $1.key }.map {
            DBusDictionaryEntry(key: .string($0.key), value: .variant($0.value))
        }
        return .dictionary(DBusDictionary(keyType: .string, valueType: .variant, entries: entries))
    }

    /// An array of strings, `as`.
    public static func strings(_ strings: [String]) -> DBusValue {
        .array(strings.map(DBusValue.string), of: .string)
    }

    /// An array of object paths, `ao`.
    public static func objectPaths(_ paths: [DBusObjectPath]) -> DBusValue {
        .array(paths.map(DBusValue.objectPath), of: .objectPath)
    }
}
