/// A complete D-Bus type ("Type System" in the D-Bus specification).
///
/// Excludes `UNIX_FD`: nothing here passes descriptors, and a message with one is reported as unsupported.
public indirect enum DBusType: Hashable, Sendable {
    /// `y`, an unsigned octet.
    case byte
    /// `b`.
    case boolean
    /// `n`.
    case int16
    /// `q`.
    case uint16
    /// `i`.
    case int32
    /// `u`.
    case uint32
    /// `x`.
    case int64
    /// `t`.
    case uint64
    /// `d`.
    case double
    /// `s`, UTF-8 without NUL.
    case string
    /// `o`.
    case objectPath
    /// `g`.
    case signature
    /// `v`.
    case variant
    /// `a` and the element type.
    case array(DBusType)
    /// `(` field types `)`, with at least one field.
    case structure([DBusType])
    /// `a{` key type, value type `}`; the key type is basic.
    case dictionary(key: DBusType, value: DBusType)

    /// The signature text of the type, for example `a{sv}`.
    public var signature: String {
        switch self {
        case .array(let element): "a" + element.signature
        case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
        case .dictionary(let key, let value): "a{" + key.signature + value.signature + "}"
        default: String(UnicodeScalar(code))
        }
    }

    /// Whether the type may be the key of a dictionary.
    public var isBasic: Bool {
        switch self {
        case .variant, .array, .structure, .dictionary: false
        default: true
        }
    }

    /// The libdbus type code: `a` for a dictionary, `r` for a structure.
    var code: UInt8 {
        switch self {
        case .byte: UInt8(ascii: "y")
        case .boolean: UInt8(ascii: "b")
        case .int16: UInt8(ascii: "n")
        case .uint16: UInt8(ascii: "q")
        case .int32: UInt8(ascii: "i")
        case .uint32: UInt8(ascii: "u")
        case .int64: UInt8(ascii: "x")
        case .uint64: UInt8(ascii: "t")
        case .double: UInt8(ascii: "d")
        case .string: UInt8(ascii: "s")
        case .objectPath: UInt8(ascii: "o")
        case .signature: UInt8(ascii: "g")
        case .variant: UInt8(ascii: "v")
        case .array, .dictionary: UInt8(ascii: "a")
        case .structure: UInt8(ascii: "r")
        }
    }
}

/// A sequence of complete types, such as the signature of a message.
public struct DBusSignature: Hashable, Sendable, CustomStringConvertible {
    /// The types in order; empty for an empty body.
    public let types: [DBusType]

    /// Makes a signature from types.
    ///
    /// Sending it enforces the limits of the specification: 255 bytes, 32 nested arrays, 32 nested structures.
    public init(types: [DBusType]) {
        self.types = types
    }

    /// Parses a signature, for example `a{sv}`.
    ///
    /// - Throws: ``DBusError`` with code `invalidArgument`, or `unsupportedType` for `h` (a file descriptor).
    public init(_ string: String) throws(DBusError) {
        var parser = SignatureParser(string)
        types = try parser.parseAll()
    }

    /// The text of the signature.
    public var description: String { types.map(\.signature).joined() }
}
