internal import FoundationEssentials

extension Reading: Codable {
    private enum CodingKeys: String, CodingKey {
        case readingKey
        case twinKey
        case revision
        case type
        case timestamp
        case utcOffset
        case timeQuality
        case deviceTime
        case clockOffsetSeconds
        case receivedAt
        case hub
        case seat
        case device
        case userIndex
        case source
        case measurements
        case context
        case details
        case history
        case awaitsConfirmation
        case askedAt
        case sessionID
        case isNumbered
        case aloneSince
        case valuesWithheld
    }

    /// Reads a reading.
    ///
    /// Times are ISO 8601 strings with a zone. Unknown fields are ignored.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            readingKey: try container.decode(ReadingKey.self, forKey: .readingKey),
            twinKey: try container.decodeIfPresent(ReadingKey.self, forKey: .twinKey),
            revision: try container.decodeIfPresent(Int.self, forKey: .revision) ?? 1,
            type: try container.decode(RecordType.self, forKey: .type),
            timestamp: try container.decodeTime(forKey: .timestamp),
            utcOffset: try container.decodeIfPresent(Int.self, forKey: .utcOffset),
            timeQuality: try container.decodeIfPresent(TimeQuality.self, forKey: .timeQuality) ?? .unknown,
            deviceTime: try container.decodeIfPresent(String.self, forKey: .deviceTime),
            clockOffsetSeconds: try container.decodeIfPresent(Int.self, forKey: .clockOffsetSeconds),
            receivedAt: try container.decodeTime(forKey: .receivedAt),
            hub: try container.decode(HubID.self, forKey: .hub),
            seat: try container.decodeIfPresent(SeatID.self, forKey: .seat),
            device: try container.decodeIfPresent(DeviceID.self, forKey: .device),
            userIndex: try container.decodeIfPresent(Int.self, forKey: .userIndex),
            source: try container.decode(RecordSource.self, forKey: .source),
            measurements: try container.decode([Measurement].self, forKey: .measurements),
            context: try container.decodeIfPresent(ReadingContext.self, forKey: .context),
            details: try container.decodeIfPresent(RecordDetails.self, forKey: .details),
            history: try container.decodeIfPresent(Bool.self, forKey: .history) ?? false,
            awaitsConfirmation: try container.decodeIfPresent(Bool.self, forKey: .awaitsConfirmation),
            askedAt: try container.decodeTimeIfPresent(forKey: .askedAt),
            sessionID: try container.decodeIfPresent(String.self, forKey: .sessionID),
            isNumbered: try container.decodeIfPresent(Bool.self, forKey: .isNumbered),
            aloneSince: try container.decodeTimeIfPresent(forKey: .aloneSince)
        )
        valuesWithheld = try container.decodeIfPresent(Bool.self, forKey: .valuesWithheld)
    }

    /// Writes a reading.
    ///
    /// Times are ISO 8601 in UTC to the millisecond, whatever the encoder's strategy is.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(readingKey, forKey: .readingKey)
        try container.encodeIfPresent(twinKey, forKey: .twinKey)
        try container.encode(revision, forKey: .revision)
        try container.encode(type, forKey: .type)
        try container.encodeTime(timestamp, forKey: .timestamp)
        try container.encodeIfPresent(utcOffset, forKey: .utcOffset)
        try container.encode(timeQuality, forKey: .timeQuality)
        try container.encodeIfPresent(deviceTime, forKey: .deviceTime)
        try container.encodeIfPresent(clockOffsetSeconds, forKey: .clockOffsetSeconds)
        try container.encodeTime(receivedAt, forKey: .receivedAt)
        try container.encode(hub, forKey: .hub)
        try container.encodeIfPresent(seat, forKey: .seat)
        try container.encodeIfPresent(device, forKey: .device)
        try container.encodeIfPresent(userIndex, forKey: .userIndex)
        try container.encode(source, forKey: .source)
        try container.encode(measurements, forKey: .measurements)
        try container.encodeIfPresent(context, forKey: .context)
        try container.encodeIfPresent(details, forKey: .details)
        try container.encode(history, forKey: .history)
        try container.encodeIfPresent(awaitsConfirmation, forKey: .awaitsConfirmation)
        if let askedAt { try container.encodeTime(askedAt, forKey: .askedAt) }
        try container.encodeIfPresent(sessionID, forKey: .sessionID)
        try container.encodeIfPresent(isNumbered, forKey: .isNumbered)
        if let aloneSince { try container.encodeTime(aloneSince, forKey: .aloneSince) }
        try container.encodeIfPresent(valuesWithheld, forKey: .valuesWithheld)
    }
}
