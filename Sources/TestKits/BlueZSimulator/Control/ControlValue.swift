/// A JSON value of the control protocol.
package enum ControlValue: Codable, Equatable, Sendable {
    /// Null.
    case null
    /// True or false.
    case bool(Bool)
    /// A number.
    case number(Double)
    /// A text.
    case text(String)
    /// A list.
    case list([ControlValue])
    /// An object of values by key.
    case object([String: ControlValue])

    /// A whole number.
    package static func whole(_ value: Int) -> ControlValue { .number(Double(value)) }

    /// Reads any JSON value.
    package init(from decoder: any Decoder) throws {
        let box = try decoder.singleValueContainer()
        if box.decodeNil() {
            self = .null
        } else if let value = try? box.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? box.decode(Double.self) {
            self = .number(value)
        } else if let value = try? box.decode(String.self) {
            self = .text(value)
        } else if let value = try? box.decode([ControlValue].self) {
            self = .list(value)
        } else {
            self = .object(try box.decode([String: ControlValue].self))
        }
    }

    /// Writes the JSON value; whole numbers without a fraction.
    package func encode(to encoder: any Encoder) throws {
        var box = encoder.singleValueContainer()
        switch self {
        case .null: try box.encodeNil()
        case .bool(let value): try box.encode(value)
        case .number(let value):
            if let whole = Int(exactly: value) { try box.encode(whole) } else { try box.encode(value) }
        case .text(let value): try box.encode(value)
        case .list(let values): try box.encode(values)
        case .object(let values): try box.encode(values)
        }
    }

    /// The value at a key of an object.
    package subscript(_ key: String) -> ControlValue? {
        if case .object(let values) = self { values[key] } else { nil }
    }
}

extension ControlValue: ExpressibleByDictionaryLiteral {
    /// An object.
    package init(dictionaryLiteral elements: (String, ControlValue)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}

extension ControlValue: ExpressibleByStringLiteral {
    /// A text.
    package init(stringLiteral value: String) { self = .text(value) }
}
