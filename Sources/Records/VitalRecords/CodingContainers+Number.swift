internal import FoundationEssentials

extension KeyedDecodingContainer {
    /// Reads a number with its digits: a JSON number, and a count of digits where zeros end its fraction.
    package func decodeNumber(forKey key: Key, decimals: Key) throws -> DecimalNumber {
        let digits = try decodeIfPresent(Int.self, forKey: decimals)
        guard let number = DecimalNumber(rounding: try decode(Decimal.self, forKey: key)) else {
            throw DecodingError.dataCorruptedError(
                forKey: key,
                in: self,
                debugDescription: "the value is out of range"
            )
        }
        // Odd counts are ignored: the value is what counts.
        guard let digits, digits > number.fractionDigits, digits <= 128 else { return number }
        return number.padded(toFractionDigits: digits) ?? number
    }
}

extension KeyedEncodingContainer {
    /// Writes a number with its digits: a JSON number, and a count of digits where zeros end its fraction.
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
