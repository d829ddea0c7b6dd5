/// A D-Bus value with its exact type, so that what is read can be written back unchanged.
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
    /// `s`; text with a NUL is refused when it is sent.
    case string(String)
    /// `o`.
    case objectPath(DBusObjectPath)
    /// `g`.
    case signature(DBusSignature)
    /// `v`.
    indirect case variant(DBusValue)
    /// `ay`; every array of bytes is read as this case.
    case bytes([UInt8])
    /// Any other array, with the type of its elements (it is needed when the array is empty).
    case array([DBusValue], of: DBusType)
    /// `(…)`; at least one field.
    case structure([DBusValue])
    /// `a{kv}`.
    case dictionary(DBusDictionary)

    /// The value's exact type.
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
