internal import MessageBus

/// A part of a JSON Schema; the members of an object keep the order in which people read them.
package indirect enum SchemaNode: Sendable, Hashable {
    /// An object.
    case object([Member])
    /// A list.
    case list([SchemaNode])
    /// Text.
    case text(String)
    /// A whole number.
    case number(Int)
    /// True or false.
    case flag(Bool)

    /// One member of an object.
    package struct Member: Sendable, Hashable {
        /// Its name.
        package let name: String
        /// Its value.
        package let value: SchemaNode

        /// Names a value.
        package init(_ name: String, _ value: SchemaNode) {
            self.name = name
            self.value = value
        }
    }

    /// A member's value; nil where there is none, or where this is no object.
    package subscript(name: String) -> SchemaNode? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The object with more members at its end; anything else stays as it is.
    package func adding(_ more: SchemaNode) -> SchemaNode {
        guard case .object(let members) = self, case .object(let others) = more else { return self }
        return .object(members + others)
    }

    /// The JSON text.
    ///
    /// - Throws: `EncodingError`, never for valid text.
    package func json() throws -> String {
        switch self {
        case .object(let members):
            "{" + (try members.map { "\(try Self.quoted($0.name)):\(try $0.value.json())" }.joined(separator: ","))
                + "}"
        case .list(let elements): "[" + (try elements.map { try $0.json() }.joined(separator: ",")) + "]"
        case .text(let text): try Self.quoted(text)
        case .number(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        }
    }

    private static func quoted(_ text: String) throws -> String {
        String(decoding: try WireJSON.encode(text), as: UTF8.self)
    }
}

extension SchemaNode: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral
{
    /// Makes an object.
    package init(dictionaryLiteral elements: (String, SchemaNode)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }

    /// Makes a list.
    package init(arrayLiteral elements: SchemaNode...) { self = .list(elements) }

    /// Makes text.
    package init(stringLiteral value: String) { self = .text(value) }

    /// Makes a number.
    package init(integerLiteral value: Int) { self = .number(value) }
}
