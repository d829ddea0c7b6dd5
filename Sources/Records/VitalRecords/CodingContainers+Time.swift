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

    /// Reads an ISO 8601 time with a zone, or nil where there is none.
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
