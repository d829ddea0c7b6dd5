/// A D-Bus value with its exact type, so that a value read can be written back unchanged.
public enum DBusValue: Hashable, Sendable {
    /// `y`.
    case byte(UInt8)
    /// `b`.
    case boolean(Bool)
    /// `n`.
    case int16(Int16)
    /// `q`.
    case uint16(UInt16)
    /// `i`.
    case int32(Int32)
    /// `u`.
    case uint32(UInt32)
    /// `x`.
    case int64(Int64)
    /// `t`.
    case uint64(UInt64)
    /// `d`.
    case double(Double)
    /// `s`; sending text that contains a NUL fails.
    case string(String)
    /// `o`.
    case objectPath(DBusObjectPath)
    /// `g`.
    case signature(DBusSignature)
    /// `v`.
    indirect case variant(DBusValue)
    /// `ay`; every byte array is decoded to this case.
    case bytes([UInt8])
    /// Any other array, with its element type, which an empty array needs.
    case array([DBusValue], of: DBusType)
    /// `(…)`, with at least one field.
    case structure([DBusValue])
    /// `a{kv}`.
    case dictionary(DBusDictionary)

    /// The exact type of the value.
    public var type: DBusType {
        switch self {
        case .byte: .byte
        case .boolean: .boolean
        case .int16: .int16
        case .uint16: .uint16
        case .int32: .int32
        case .uint32: .uint32
        case .int64: .int64
        case .uint64: .uint64
        case .double: .double
        case .string: .string
        case .objectPath: .objectPath
        case .signature: .signature
        case .variant: .variant
        case .bytes: .array(.byte)
        case .array(_, let element): .array(element)
        case .structure(let fields): .structure(fields.map(\.type))
        case .dictionary(let dictionary): .dictionary(key: dictionary.keyType, value: dictionary.valueType)
        }
    }
}

/// Accessors that look through variants and return nil for other types.
extension DBusValue {
    /// The value without enclosing variants.
    public var unwrapped: DBusValue {
        var value = self
        while case .variant(let inner) = value { value = inner }
        return value
    }

    /// The text of a string; nil for object paths and signatures.
    public var string: String? {
        guard case .string(let value) = unwrapped else { return nil }
        return value
    }

    /// The value of a boolean.
    public var bool: Bool? {
        guard case .boolean(let value) = unwrapped else { return nil }
        return value
    }

    /// The value of an integer of any width, if it fits.
    public var integer: Int64? {
        switch unwrapped {
        case .byte(let value): Int64(value)
        case .int16(let value): Int64(value)
        case .uint16(let value): Int64(value)
        case .int32(let value): Int64(value)
        case .uint32(let value): Int64(value)
        case .int64(let value): value
        case .uint64(let value): Int64(exactly: value)
        default: nil
        }
    }

    /// The value of a non-negative integer of any width.
    public var unsigned: UInt64? {
        if case .uint64(let value) = unwrapped { return value }
        return integer.flatMap(UInt64.init(exactly:))
    }

    /// The path of an object path.
    public var objectPath: DBusObjectPath? {
        guard case .objectPath(let value) = unwrapped else { return nil }
        return value
    }

    /// The bytes of an `ay`.
    public var bytes: [UInt8]? {
        switch unwrapped {
        case .bytes(let value): value
        case .array(let values, of: .byte): values.compactMap { $0.integer.flatMap(UInt8.init(exactly:)) }
        default: nil
        }
    }

    /// The texts of an `as`; nil if an element is not a string.
    public var stringArray: [String]? {
        guard case .array(let values, of: .string) = unwrapped else { return nil }
        return values.compactMap(\.string)
    }

    /// The dictionary with its types.
    public var dictionary: DBusDictionary? {
        guard case .dictionary(let value) = unwrapped else { return nil }
        return value
    }

    /// The entries of a dictionary with string keys, values unwrapped from variants; the last of equal keys wins.
    public var properties: [String: DBusValue]? {
        guard let dictionary, dictionary.keyType == .string else { return nil }
        var result: [String: DBusValue] = [:]
        for entry in dictionary.entries {
            guard let key = entry.key.string else { continue }
            result[key] = entry.value.unwrapped
        }
        return result
    }

    /// The interfaces of an object with their properties, from `a{sa{sv}}`.
    public var interfaces: [String: [String: DBusValue]]? {
        properties?.compactMapValues(\.properties)
    }
}

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

    /// Makes a property dictionary, `a{sv}`: wraps each value in a variant and sorts the entries by key.
    public static func dictionary(_ properties: [String: DBusValue]) -> DBusValue {
        let entries = properties.sorted { $0.key < $1.key }.map {
            DBusDictionaryEntry(key: .string($0.key), value: .variant($0.value))
        }
        return .dictionary(DBusDictionary(keyType: .string, valueType: .variant, entries: entries))
    }

    /// Makes an array of strings, `as`.
    public static func strings(_ strings: [String]) -> DBusValue {
        .array(strings.map(DBusValue.string), of: .string)
    }

    /// Makes an array of object paths, `ao`.
    public static func objectPaths(_ paths: [DBusObjectPath]) -> DBusValue {
        .array(paths.map(DBusValue.objectPath), of: .objectPath)
    }
}

/// The value of a D-Bus dictionary (`a{kv}`): its types, and its entries in wire order.
public struct DBusDictionary: Hashable, Sendable {
    /// The basic type of every key.
    public let keyType: DBusType
    /// The type of every value.
    public let valueType: DBusType
    /// The entries in wire order.
    public let entries: [DBusDictionaryEntry]

    /// Makes a dictionary; sending it checks the entries against the types.
    public init(keyType: DBusType, valueType: DBusType, entries: [DBusDictionaryEntry]) {
        self.keyType = keyType
        self.valueType = valueType
        self.entries = entries
    }
}

/// A key and its value in a ``DBusDictionary``.
public struct DBusDictionaryEntry: Hashable, Sendable {
    /// The key, of a basic type.
    public let key: DBusValue
    /// The value of the key.
    public let value: DBusValue

    /// Makes an entry from a key and a value.
    public init(key: DBusValue, value: DBusValue) {
        self.key = key
        self.value = value
    }
}
