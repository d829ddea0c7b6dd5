extension Decoder {
    /// A container that may hold only the keys of `Keys`.
    ///
    /// Otherwise a mistyped key in a scenario would be a fault that never occurs.
    func strict<Keys: CodingKey & CaseIterable>(_: Keys.Type) throws -> KeyedDecodingContainer<Keys> {
        let known = Set(Keys.allCases.map(\.stringValue))
        let found = try container(keyedBy: AnyKey.self).allKeys
        if let stray = found.first(where: { !known.contains($0.stringValue) }) {
            let context = DecodingError.Context(
                codingPath: codingPath,
                debugDescription: "unknown key \"\(stray.stringValue)\"; known are \(known.sorted())"
            )
            throw DecodingError.dataCorrupted(context)
        }
        return try container(keyedBy: Keys.self)
    }
}

/// A key with any name.
private struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer {
    /// The value at a key, or the default if absent.
    func value<Value: Decodable>(_ key: Key, default standard: Value) throws -> Value {
        try decodeIfPresent(Value.self, forKey: key) ?? standard
    }

    /// The non-negative time in seconds at a key, or the default if absent.
    func seconds(_ key: Key, default standard: Duration) throws -> Duration {
        try seconds(key) ?? standard
    }

    /// The time in seconds at a key, from 0 to ten years; nil if absent.
    func seconds(_ key: Key) throws -> Duration? {
        guard let seconds = try decodeIfPresent(Double.self, forKey: key) else { return nil }
        guard (0...315_360_000).contains(seconds) else {
            throw DecodingError.dataCorruptedError(
                forKey: key,
                in: self,
                debugDescription: "\(key.stringValue) must be 0 to 315360000 seconds"
            )
        }
        return .seconds(seconds)
    }
}
