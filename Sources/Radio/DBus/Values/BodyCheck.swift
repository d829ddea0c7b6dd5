/// Checks values before libdbus sees them, which aborts the process on invalid text, paths or nesting.
struct BodyCheck {
    /// An upper bound in bytes of the encoded size so far.
    private(set) var size = 0

    /// Checks the body of a message.
    ///
    /// - Throws: ``DBusError`` with code `invalidArgument` or `tooLarge`.
    static func check(_ body: [DBusValue]) throws(DBusError) {
        var check = BodyCheck()
        let types = body.map(\.type)
        // Parsing enforces the length and depth rules of signatures.
        _ = try DBusSignature(DBusSignature(types: types).description)
        for (value, type) in zip(body, types) {
            try check.visit(value, as: type, depth: 0)
        }
    }

    private mutating func visit(_ value: DBusValue, as type: DBusType, depth: Int) throws(DBusError) {
        guard depth < DBusLimits.valueDepth else {
            throw DBusError(code: .tooLarge, message: "The value nests deeper than \(DBusLimits.valueDepth) levels.")
        }
        try grow(16)  // no fixed part, with its padding, is larger
        switch value {
        case .string(let text):
            try NameCheck.require(NameCheck.isText(text), what: "text")
            try matches(type == .string)
            try grow(text.utf8.count)
        case .objectPath(let path):
            try NameCheck.requireObjectPath(path)
            try matches(type == .objectPath)
            try grow(path.string.utf8.count)
        case .signature(let signature):
            _ = try DBusSignature(signature.description)
            try matches(type == .signature)
            try grow(DBusLimits.signatureLength)
        case .bytes(let bytes):
            try matches(type == .array(.byte))
            try grow(bytes.count)
        case .variant, .array, .structure, .dictionary:
            try visitContainer(value, as: type, depth: depth + 1)
        default:
            try matches(value.type == type)
        }
    }

    private mutating func visitContainer(_ value: DBusValue, as type: DBusType, depth: Int) throws(DBusError) {
        switch (value, type) {
        case (.variant(let inner), .variant):
            let innerType = inner.type
            _ = try DBusSignature(innerType.signature)
            try grow(DBusLimits.signatureLength)
            try visit(inner, as: innerType, depth: depth)
        case (.array(let elements, of: let own), .array(let element)):
            try matches(own == element)
            for item in elements { try visit(item, as: element, depth: depth) }
        case (.structure(let fields), .structure(let types)):
            try matches(fields.count == types.count && !fields.isEmpty)
            for (field, type) in zip(fields, types) { try visit(field, as: type, depth: depth) }
        case (.dictionary(let dictionary), .dictionary(let key, let element)):
            try matches(dictionary.keyType == key && dictionary.valueType == element && key.isBasic)
            for entry in dictionary.entries {
                try visit(entry.key, as: key, depth: depth + 1)
                try visit(entry.value, as: element, depth: depth + 1)
            }
        default:
            try matches(false)
        }
    }

    private mutating func grow(_ bytes: Int) throws(DBusError) {
        size += bytes
        guard size <= DBusLimits.bodySize else {
            throw DBusError(code: .tooLarge, message: "The value is larger than \(DBusLimits.bodySize >> 20) MiB.")
        }
    }

    private func matches(_ condition: Bool) throws(DBusError) {
        guard condition else {
            throw DBusError(
                code: .invalidArgument,
                message: "A value's type differs from the declaration of its array, dictionary or structure."
            )
        }
    }
}

/// Limits of the D-Bus specification, or lower ones of our own.
package enum DBusLimits {
    /// The longest signature in bytes.
    package static let signatureLength = 255
    /// The deepest nesting of arrays, and of structures, in one signature.
    package static let signatureDepth = 32
    /// The deepest nesting of containers in a value, variants included.
    package static let valueDepth = 64
    /// The largest body to send in bytes, well below the specification's 128 MiB and the bus's 32 MiB.
    package static let bodySize = 16 << 20
    /// The number of bytes that may wait to be written; beyond it, calls fail as busy.
    package static let outgoingBytes = 32 << 20
    /// The longest match rule in bytes.
    package static let matchRuleLength = 1024
}
