/// Parses signature text, within the specification's limits on length and depth.
struct SignatureParser {
    private let bytes: [UInt8]
    private var position = 0

    init(_ string: String) {
        bytes = Array(string.utf8)
    }

    mutating func parseAll() throws(DBusError) -> [DBusType] {
        guard bytes.count <= DBusLimits.signatureLength else { throw invalid("it is longer than 255 bytes") }
        var types: [DBusType] = []
        while position < bytes.count {
            types.append(try parseType(arrays: 0, structures: 0))
        }
        return types
    }

    private mutating func parseType(arrays: Int, structures: Int) throws(DBusError) -> DBusType {
        guard position < bytes.count else { throw invalid("it ends inside a type") }
        let code = bytes[position]
        position += 1
        switch code {
        case UInt8(ascii: "a"): return try parseArray(arrays: arrays + 1, structures: structures)
        case UInt8(ascii: "("): return try parseStructure(arrays: arrays, structures: structures + 1)
        case UInt8(ascii: "h"):
            throw DBusError(code: .unsupportedType, message: "File descriptors (type h) are not supported.")
        default:
            guard let basic = Self.simple[code] else { throw invalid("it has an unknown type code") }
            return basic
        }
    }

    private mutating func parseArray(arrays: Int, structures: Int) throws(DBusError) -> DBusType {
        guard arrays <= DBusLimits.signatureDepth else { throw invalid("its arrays nest deeper than 32") }
        guard position < bytes.count, bytes[position] == UInt8(ascii: "{") else {
            return .array(try parseType(arrays: arrays, structures: structures))
        }
        // libdbus counts a dictionary entry as one structure level.
        guard structures < DBusLimits.signatureDepth else { throw invalid("its structures nest deeper than 32") }
        position += 1
        let key = try parseType(arrays: arrays, structures: structures + 1)
        guard key.isBasic else { throw invalid("a dictionary key is not a basic type") }
        let value = try parseType(arrays: arrays, structures: structures + 1)
        try expect("}")
        return .dictionary(key: key, value: value)
    }

    private mutating func parseStructure(arrays: Int, structures: Int) throws(DBusError) -> DBusType {
        guard structures <= DBusLimits.signatureDepth else { throw invalid("its structures nest deeper than 32") }
        var fields: [DBusType] = []
        while position < bytes.count, bytes[position] != UInt8(ascii: ")") {
            fields.append(try parseType(arrays: arrays, structures: structures))
        }
        guard !fields.isEmpty else { throw invalid("a structure has no fields") }
        try expect(")")
        return .structure(fields)
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(DBusError) {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else {
            throw invalid("a bracket is not closed")
        }
        position += 1
    }

    private func invalid(_ reason: String) -> DBusError {
        DBusError(code: .invalidArgument, message: "The D-Bus signature is not valid: \(reason).")
    }

    private static let simple: [UInt8: DBusType] = {
        let types: [DBusType] = [
            .byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double, .string, .objectPath,
            .signature, .variant,
        ]
        return Dictionary(uniqueKeysWithValues: types.map { ($0.code, $0) })
    }()
}
