public import FoundationEssentials

/// A reading that belongs to a person: the unit that is queued, uploaded and published.
public struct VitalRecord: Hashable, Sendable {
    /// The record's own identifier.
    public var logID: LogID
    /// The key of the reading that it was made from.
    public var readingKey: ReadingKey
    /// The decoder's revision of the values, from 1.
    public var revision: Int
    /// The kind of the record.
    public var type: RecordType
    /// The seat of the record's session.
    public var seat: SeatID
    /// The time of the measurement in UTC, to the millisecond.
    public var timestamp: Date
    /// The UTC offset of local time, in seconds; nil if unknown.
    public var utcOffset: Int?
    /// The origin of the record.
    public var source: RecordSource
    /// The values.
    public var measurements: [Measurement]
    /// Statements that accompany the values.
    public var context: ReadingContext?
    /// Further content of a record that covers a span of time; nil for an instant.
    public var details: RecordDetails?
    /// How far the device's clock was ahead of the hub's, in seconds.
    public var clockOffsetSeconds: Int?
    /// The time when the hub received the reading, in UTC, to the millisecond.
    public var receivedAt: Date
    /// True if values are left out here because the seat does not share them; nil if the record is complete, even if
    /// empty.
    public var valuesWithheld: Bool?

    /// Creates the record of a reading once its person is decided.
    ///
    /// Its context lists the values outside the possible range, for every producer.
    public init(reading: Reading, logID: LogID, seat: SeatID) {
        let reading = reading.flaggingImplausibleValues()
        self.init(
            logID: logID,
            readingKey: reading.readingKey,
            revision: reading.revision,
            type: reading.type,
            seat: seat,
            timestamp: reading.timestamp,
            utcOffset: reading.utcOffset,
            source: reading.source,
            measurements: reading.measurements,
            context: reading.context,
            details: reading.details,
            clockOffsetSeconds: reading.clockOffsetSeconds,
            receivedAt: reading.receivedAt
        )
    }

    /// Creates a record.
    ///
    /// Both times are rounded to the millisecond.
    public init(
        logID: LogID,
        readingKey: ReadingKey,
        revision: Int = 1,
        type: RecordType,
        seat: SeatID,
        timestamp: Date,
        utcOffset: Int? = nil,
        source: RecordSource,
        measurements: [Measurement],
        context: ReadingContext? = nil,
        details: RecordDetails? = nil,
        clockOffsetSeconds: Int? = nil,
        receivedAt: Date
    ) {
        self.logID = logID
        self.readingKey = readingKey
        self.revision = revision
        self.type = type
        self.seat = seat
        self.timestamp = timestamp.roundedToMilliseconds
        self.utcOffset = utcOffset
        self.source = source
        self.measurements = measurements
        self.context = context
        self.details = details
        self.clockOffsetSeconds = clockOffsetSeconds
        self.receivedAt = receivedAt.roundedToMilliseconds
    }
}

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
        case valuesWithheld
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
        valuesWithheld = try container.decodeIfPresent(Bool.self, forKey: .valuesWithheld)
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
        try container.encodeIfPresent(valuesWithheld, forKey: .valuesWithheld)
    }
}

/// The type of a record: one of the seven types of the APIs, or intraday.
///
/// Unknown words are carried.
public struct RecordType: OpenString {
    /// The word as it appears in JSON.
    public let rawValue: String

    /// Creates the value from any word, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Blood pressure, pulse, oxygen saturation, temperature, laboratory values.
    public static let biometrics = RecordType(rawValue: "biometrics")
    /// Glucose and related values.
    public static let diabetes = RecordType(rawValue: "diabetes")
    /// A workout.
    public static let fitness = RecordType(rawValue: "fitness")
    /// A meal.
    public static let nutrition = RecordType(rawValue: "nutrition")
    /// A day's activity.
    public static let routine = RecordType(rawValue: "routine")
    /// A night's sleep.
    public static let sleep = RecordType(rawValue: "sleep")
    /// Weight and body composition.
    public static let weight = RecordType(rawValue: "weight")
    /// Values in short intervals over a day.
    public static let intraday = RecordType(rawValue: "intraday")
}

extension Reading {
    /// The reading for readers without access to values: its key, type and times only.
    public var withoutValues: Reading {
        var shown = self
        shown.measurements = []
        shown.context = nil
        shown.details = nil
        shown.source = source.withoutNames
        return shown
    }

    /// The reading for readers without access to its values, marked as withheld.
    public var withheld: Reading {
        var shown = withoutValues
        shown.valuesWithheld = true
        return shown
    }
}

extension VitalRecord {
    /// The record for readers without access to values: its identifiers, type and times only.
    public var withoutValues: VitalRecord {
        var shown = self
        shown.measurements = []
        shown.context = nil
        shown.details = nil
        shown.source = source.withoutNames
        return shown
    }

    /// The record for readers without access to its values, marked as withheld.
    public var withheld: VitalRecord {
        var shown = withoutValues
        shown.valuesWithheld = true
        return shown
    }
}
