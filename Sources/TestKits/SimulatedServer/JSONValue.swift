package import Foundation

/// A JSON value.
package enum JSONValue: Codable, Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int) { self = .integer(value) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
    package init(nilLiteral: ()) { self = .null }

    /// Parses JSON text.
    package init(parsing data: Data) throws {
        self = try JSONDecoder().decode(Self.self, from: data)
    }

    /// The member of an object; nil if absent.
    package subscript(name: String) -> JSONValue? { object?[name] }

    /// The members of an object; nil for anything else.
    package var object: [String: JSONValue]? { if case .object(let value) = self { value } else { nil } }
    /// The elements of an array; nil for anything else.
    package var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
    /// The text of a string; nil for anything else.
    package var string: String? { if case .string(let value) = self { value } else { nil } }
    /// A whole number; nil for anything else.
    package var integer: Int? { if case .integer(let value) = self { value } else { nil } }
    /// Whether it is a number.
    package var isNumber: Bool {
        switch self {
        case .integer, .number: true
        default: false
        }
    }

    /// The value of something that is written as JSON.
    package init(_ value: some Encodable) throws {
        self = try Self(parsing: try JSONEncoder().encode(value))
    }

    /// The JSON text, with sorted members.
    package var data: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Every case encodes except a non-finite number, which cannot come from JSON text.
        return (try? encoder.encode(self)) ?? Data("null".utf8)
    }
}
