public import FoundationEssentials

/// This project's JSON: sorted keys, plain slashes, times as RFC 3339 UTC with milliseconds.
public enum WireJSON {
    /// Encodes a value.
    ///
    /// - Throws: `EncodingError` for a value JSON cannot hold.
    public static func encode(_ value: some Encodable) throws -> [UInt8] {
        Array(try encoder.encode(value))
    }

    /// Encodes a message, see ``Envelope/encoded()``.
    ///
    /// - Throws: `EncodingError` for a value JSON cannot hold.
    public static func encode<Payload>(_ value: Envelope<Payload>) throws -> [UInt8] {
        try value.encoded()
    }

    /// Decodes a value; unknown fields are ignored.
    ///
    /// - Throws: ``BusError`` `malformed`, naming the field but never its content.
    public static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try decode(type, from: Data(bytes))
    }

    static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        do {
            return try decoder.decode(type, from: data)
        } catch let error as DecodingError {
            throw BusError(.malformed, message: plainWords(error))
        }
    }

    // Neither keeps state between values, so both are set up only once.
    private static let encoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(timeText(date))
        }
        return encoder
    }()

    private static let decoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            guard let date = time(try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an RFC 3339 time")
            }
            return date
        }
        return decoder
    }()

    /// A time as RFC 3339 in UTC with milliseconds.
    public static func timeText(_ date: Date) -> String {
        // Rounded, because the formatter truncates and binary fractions fall short, so that each transfer would lose a
        // millisecond.
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        return RFC3339Time.text(milliseconds: milliseconds) ?? formatted(milliseconds: milliseconds)
    }

    /// A time in Foundation's format, for any year.
    package static func formatted(milliseconds: Double) -> String {
        Date(timeIntervalSince1970: milliseconds / 1_000 + 0.000_25)
            .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// Parses an RFC 3339 time, with or without a fraction and with any offset; nil for any other text.
    ///
    /// Digits after the milliseconds are dropped.
    /// The whole text must be the time and the day must exist; a leap second (`:60`) is rejected.
    public static func time(_ text: String) -> Date? {
        RFC3339Time(text)?.date
    }

    private static func plainWords(_ error: DecodingError) -> String {
        func path(_ context: DecodingError.Context, last: (any CodingKey)? = nil) -> String {
            let keys = context.codingPath + (last.map { [$0] } ?? [])
            return keys.isEmpty ? "the payload" : keys.map(\.stringValue).joined(separator: ".")
        }
        switch error {
        case .keyNotFound(let key, let context): return "'\(path(context, last: key))' is missing"
        case .typeMismatch(let type, let context): return "'\(path(context))' is not of type \(type)"
        case .valueNotFound(_, let context): return "'\(path(context))' is null"
        case .dataCorrupted(let context) where context.underlyingError is NoWireID:
            return "'\(path(context))' is not a valid id: \(WireID.rule)"
        case .dataCorrupted(let context) where context.codingPath.isEmpty: return "the payload is not JSON"
        case .dataCorrupted(let context): return "'\(path(context))' has an invalid value"
        @unknown default: return "the payload cannot be read"
        }
    }
}
