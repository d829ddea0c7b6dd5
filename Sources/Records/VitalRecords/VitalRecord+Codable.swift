internal import FoundationEssentials

extension VitalRecord: Codable {
    private enum CodingKeys: String, CodingKey {
        case logID
        case readingKey
        case revision
        case type
        case seat
        case timestamp
        case utcOffset
        case source
        case measurements
        case context
        case details
        case clockOffsetSeconds
        case receivedAt
    }

    /// Reads a record.
    ///
    /// Times are ISO 8601 strings with a zone. Unknown fields are ignored.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            logID: try container.decode(LogID.self, forKey: .logID),
            readingKey: try container.decode(ReadingKey.self, forKey: .readingKey),
            revision: try container.decodeIfPresent(Int.self, forKey: .revision) ?? 1,
            type: try container.decode(RecordType.self, forKey: .type),
            seat: try container.decode(SeatID.self, forKey: .seat),
            timestamp: try container.decodeTime(forKey: .timestamp),
            utcOffset: try container.decodeIfPresent(Int.self, forKey: .utcOffset),
            source: try container.decode(RecordSource.self, forKey: .source),
            measurements: try container.decode([Measurement].self, forKey: .measurements),
            context: try container.decodeIfPresent(ReadingContext.self, forKey: .context),
            details: try container.decodeIfPresent(RecordDetails.self, forKey: .details),
            clockOffsetSeconds: try container.decodeIfPresent(Int.self, forKey: .clockOffsetSeconds),
            receivedAt: try container.decodeTime(forKey: .receivedAt)
        )
    }

    /// Writes a record.
    ///
    /// Times are ISO 8601 in UTC to the millisecond, whatever the encoder's strategy is.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(logID, forKey: .logID)
        try container.encode(readingKey, forKey: .readingKey)
        try container.encode(revision, forKey: .revision)
        try container.encode(type, forKey: .type)
        try container.encode(seat, forKey: .seat)
        try container.encodeTime(timestamp, forKey: .timestamp)
        try container.encodeIfPresent(utcOffset, forKey: .utcOffset)
        try container.encode(source, forKey: .source)
        try container.encode(measurements, forKey: .measurements)
        try container.encodeIfPresent(context, forKey: .context)
        try container.encodeIfPresent(details, forKey: .details)
        try container.encodeIfPresent(clockOffsetSeconds, forKey: .clockOffsetSeconds)
        try container.encodeTime(receivedAt, forKey: .receivedAt)
    }
}
