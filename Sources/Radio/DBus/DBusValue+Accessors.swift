/// Readers that look through variants and answer nil where the type is another one.
extension DBusValue {
    /// The value without the variants around it.
    public var unwrapped: DBusValue {
        var value = self
        while case .variant(let inner) = value { value = inner }
        return value
    }

    /// The text of a string; object paths and signatures are no strings.
    public var string: String? {
        guard case .string(let value) = unwrapped else { return nil }
        return value
    }

    /// The truth of a boolean.
    public var bool: Bool? {
        guard case .boolean(let value) = unwrapped else { return nil }
        return value
    }

    /// An integer of any width that fits.
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

    /// An integer of any width that is not negative.
    public var unsigned: UInt64? {
        if case .uint64(let value) = unwrapped { return value }
        return integer.flatMap(UInt64.init(exactly:))
    }

    /// A double.
    public var double: Double? {
        guard case .double(let value) = unwrapped else { return nil }
        return value
    }

    /// An object path.
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

    /// The elements of an array or the fields of a structure.
    public var elements: [DBusValue]? {
        switch unwrapped {
        case .array(let values, _), .structure(let values): values
        case .bytes(let bytes): bytes.map(DBusValue.byte)
        default: nil
        }
    }

    /// The texts of an `as`; nil when an element is no string.
    public var stringArray: [String]? {
        guard case .array(let values, of: .string) = unwrapped else { return nil }
        return values.compactMap(\.string)
    }

    /// A dictionary with its types.
    public var dictionary: DBusDictionary? {
        guard case .dictionary(let value) = unwrapped else { return nil }
        return value
    }

    /// The entries of a dictionary with text keys, each value without its variants; the last of equal keys counts.
    public var properties: [String: DBusValue]? {
        guard let dictionary, dictionary.keyType == .string else { return nil }
        var result: [String: DBusValue] = [:]
        for entry in dictionary.entries {
            guard let key = entry.key.string else { continue }
            result[key] = entry.value.unwrapped
        }
        return result
    }

    /// The interfaces of an object with their properties, from an `a{sa{sv}}`.
    public var interfaces: [String: [String: DBusValue]]? {
        properties?.compactMapValues(\.properties)
    }
}
