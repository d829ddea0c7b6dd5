/// Names one reading for ever, so that no copy of it becomes a second record.
///
/// Its producer makes it, without person, hub or decoded values: those can change, the reading stays. A better decoder
/// sends the same key with a higher revision.
public struct ReadingKey: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The longest key, in bytes.
    public static let maximumLength = 128

    /// The key: a scheme, a dash and lower-case letters, digits and dashes.
    public let rawValue: String

    /// Takes a key that was made before, or nil where it is empty, over 128 bytes, or has other than `[a-z0-9-]`.
    public init?(rawValue: String) {
        guard (1...Self.maximumLength).contains(rawValue.utf8.count),
            rawValue.utf8.allSatisfy({ byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
            })
        else { return nil }
        self.rawValue = rawValue
    }

    package init(trusted rawValue: String) {
        self.rawValue = rawValue
    }

    /// The key's text.
    public var description: String { rawValue }

    /// Reads the key from a JSON string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let key = ReadingKey(rawValue: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "a reading key has 1 to 128 characters of a-z, 0-9 and -"
            )
        }
        self = key
    }

    /// Writes the key as a JSON string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
