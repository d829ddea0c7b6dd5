internal import MessageBus

/// A text that may hold an id of the contract, several ids, or none.
public protocol IDText: Codable, Sendable, Hashable {
    /// The ids that the text holds.
    var texts: [String] { get }
}

extension String: IDText {
    /// The text.
    public var texts: [String] { [self] }
}

extension Optional: IDText where Wrapped: IDText {
    /// The text, if there is one.
    public var texts: [String] { map(\.texts) ?? [] }
}

extension Array: IDText where Element: IDText {
    /// All texts.
    public var texts: [String] { flatMap(\.texts) }
}

/// An id of the contract, checked when it is decoded: a string on the wire, with ``WireID``'s characters and length.
@propertyWrapper
public struct CheckedID<Value: IDText>: Codable, Sendable, Hashable {
    /// The id as text.
    public var wrappedValue: Value

    /// Wraps an id that this process made.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    /// Decodes an id.
    ///
    /// - Throws: `DecodingError` if the text is not a valid id.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = try container.decode(Value.self)
        guard wrappedValue.texts.allSatisfy(WireID.isValid) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: WireID.rule, underlyingError: NoWireID())
            )
        }
    }

    /// Encodes the id.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension KeyedDecodingContainer {
    /// Decodes an id that may be absent.
    public func decode<Value>(_ type: CheckedID<Value?>.Type, forKey key: Key) throws -> CheckedID<Value?> {
        guard let found = try decodeIfPresent(CheckedID<Value>.self, forKey: key) else {
            return CheckedID(wrappedValue: nil)
        }
        return CheckedID(wrappedValue: found.wrappedValue)
    }
}

extension KeyedEncodingContainer {
    /// Encodes an id that may be absent; nil writes nothing.
    public mutating func encode<Value>(_ value: CheckedID<Value?>, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue, forKey: key)
    }
}
