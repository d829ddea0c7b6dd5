internal import MessageBus

/// A text that may be an id of the contract, or several of them, or none.
public protocol IDText: Codable, Sendable, Hashable {
    /// The texts that are there.
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

/// An id of the contract that is checked when it is read: a string on the wire, of ``WireID``'s characters and length.
@propertyWrapper
public struct CheckedID<Value: IDText>: Codable, Sendable, Hashable {
    /// The id.
    public var wrappedValue: Value

    /// Wraps an id of this process.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    /// Reads an id.
    ///
    /// - Throws: `DecodingError` for a text that is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = try container.decode(Value.self)
        guard wrappedValue.texts.allSatisfy(WireID.isValid) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: WireID.rule, underlyingError: NoWireID())
            )
        }
    }

    /// Writes the id.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension KeyedDecodingContainer {
    /// Reads an id that may be absent.
    public func decode<Value>(_ type: CheckedID<Value?>.Type, forKey key: Key) throws -> CheckedID<Value?> {
        guard let found = try decodeIfPresent(CheckedID<Value>.self, forKey: key) else {
            return CheckedID(wrappedValue: nil)
        }
        return CheckedID(wrappedValue: found.wrappedValue)
    }
}

extension KeyedEncodingContainer {
    /// Writes an id that may be absent: then nothing is written.
    public mutating func encode<Value>(_ value: CheckedID<Value?>, forKey key: Key) throws {
        try encodeIfPresent(value.wrappedValue, forKey: key)
    }
}
