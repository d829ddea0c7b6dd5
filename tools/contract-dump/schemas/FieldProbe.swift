/// Has a type read itself from nothing, and notes which fields it asks for.
final class FieldProbe: Decoder {
    /// A field that the type asked for.
    struct Field {
        let name: String
        let type: any Decodable.Type
        let isOptional: Bool
    }

    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private(set) var fields: [Field] = []
    /// The field that was asked about before it is read, as only optional ones are.
    private var doubted: String?

    /// The fields of a type, in the order in which it reads them.
    ///
    /// - Throws: What the type throws for values that are made up.
    static func fields(of type: any Decodable.Type) throws -> [Field] {
        let probe = FieldProbe()
        _ = try type.init(from: probe)
        return probe.fields
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Keyed(probe: self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { Nothing() }
    func singleValueContainer() -> any SingleValueDecodingContainer { MadeUpValue() }

    fileprivate func doubts(_ name: String) { doubted = name }

    fileprivate func note(_ name: String, _ type: any Decodable.Type) {
        fields.append(Field(name: name, type: type, isOptional: doubted == name))
        doubted = nil
    }
}

/// The fields of a type, each with a value that is made up.
private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let probe: FieldProbe
    let codingPath: [any CodingKey] = []
    let allKeys: [Key] = []

    func contains(_ key: Key) -> Bool {
        probe.doubts(key.stringValue)
        return true
    }

    func decodeNil(forKey key: Key) -> Bool { false }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(type, key) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(type, key) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try value(type, key) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try value(type, key) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try value(type, key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try value(type, key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try value(type, key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try value(type, key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try value(type, key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try value(type, key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try value(type, key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try value(type, key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try value(type, key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try value(type, key) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try value(type, key) }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? {
        probe.doubts(key.stringValue)
        probe.note(key.stringValue, type)
        return nil
    }

    private func value<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
        probe.note(key.stringValue, type)
        return try MadeUpValue().decode(type)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Nested>
    { throw Unreadable(type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw Unreadable(Key.self) }
    func superDecoder() throws -> any Decoder { throw Unreadable(Key.self) }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw Unreadable(Key.self) }
}

/// A list without elements.
private struct Nothing: UnkeyedDecodingContainer {
    let codingPath: [any CodingKey] = []
    let count: Int? = 0
    let isAtEnd = true
    let currentIndex = 0

    mutating func decodeNil() -> Bool { false }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { throw Unreadable(type) }
    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
        -> KeyedDecodingContainer<Nested>
    { throw Unreadable(type) }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Unreadable(Self.self) }
    mutating func superDecoder() throws -> any Decoder { throw Unreadable(Self.self) }
}
