import Foundation

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int) { self = .integer(value) }
    init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
    init(nilLiteral: ()) { self = .null }

    /// Reads JSON text.
    init(parsing data: Data) throws {
        self = try JSONDecoder().decode(Self.self, from: data)
    }

    /// The member of an object.
    subscript(name: String) -> JSONValue? { object?[name] }

    var object: [String: JSONValue]? { if case .object(let value) = self { value } else { nil } }
    var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
    var string: String? { if case .string(let value) = self { value } else { nil } }
    var integer: Int? { if case .integer(let value) = self { value } else { nil } }
    var isNumber: Bool {
        switch self {
        case .integer, .number: true
        default: false
        }
    }

    /// JSON text with sorted members.
    var data: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Every case encodes, except a number that is not finite, which JSON text cannot have brought in.
        return (try? encoder.encode(self)) ?? Data("null".utf8)
    }
}
