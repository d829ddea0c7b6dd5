package import FoundationEssentials

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
}

extension KeyedEncodingContainer {
    /// Writes a time as ISO 8601 in UTC, to the millisecond.
    package mutating func encodeTime(_ time: Date, forKey key: Key) throws {
        try encode(time.iso8601Milliseconds, forKey: key)
    }
}
