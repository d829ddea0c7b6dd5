package import FoundationEssentials

extension KeyedDecodingContainer {
    /// Reads a number with its digits: a JSON number, and a digit count if zeros end its fraction.
    package func decodeNumber(forKey key: Key, decimals: Key) throws -> DecimalNumber {
        let digits = try decodeIfPresent(Int.self, forKey: decimals)
        guard let number = DecimalNumber(rounding: try decode(Decimal.self, forKey: key)) else {
            throw DecodingError.dataCorruptedError(
                forKey: key,
                in: self,
                debugDescription: "the value is out of range"
            )
        }
        // An implausible digit count is ignored; the value matters.
        guard let digits, digits > number.fractionDigits, digits <= 128 else { return number }
        return number.padded(toFractionDigits: digits) ?? number
    }
}

extension KeyedEncodingContainer {
    /// Writes a number with its digits: a JSON number, and a digit count if zeros end its fraction.
    ///
    /// - Throws: `EncodingError` for a number that JSON cannot hold exactly.
    package mutating func encodeNumber(_ number: DecimalNumber, forKey key: Key, decimals: Key) throws {
        guard let decimal = number.decimal else {
            let context = EncodingError.Context(codingPath: codingPath, debugDescription: "the value is out of range")
            throw EncodingError.invalidValue(number.description, context)
        }
        try encode(decimal, forKey: key)
        if number.hasTrailingFractionZeros { try encode(number.fractionDigits, forKey: decimals) }
    }
}

extension KeyedDecodingContainer {
    /// Reads an ISO 8601 time with a zone, to the millisecond.
    package func decodeTime(forKey key: Key) throws -> Date {
        guard let time = Date(iso8601: try decode(String.self, forKey: key)) else {
            throw DecodingError.dataCorruptedError(
                forKey: key,
                in: self,
                debugDescription: "write times like 2026-08-11T20:56:00.000Z"
            )
        }
        return time
    }

    /// Reads an ISO 8601 time with a zone; nil if it is absent.
    package func decodeTimeIfPresent(forKey key: Key) throws -> Date? {
        try contains(key) && !decodeNil(forKey: key) ? decodeTime(forKey: key) : nil
    }
}

extension KeyedEncodingContainer {
    /// Writes a time as ISO 8601 in UTC, to the millisecond.
    package mutating func encodeTime(_ time: Date, forKey key: Key) throws {
        try encode(time.iso8601Milliseconds, forKey: key)
    }
}
