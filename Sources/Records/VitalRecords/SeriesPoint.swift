public import FoundationEssentials

/// One value of a series.
public struct SeriesPoint: Hashable, Sendable {
    /// When it was measured, or when its interval began, in UTC, to the millisecond.
    public let time: Date
    /// The value, with the digits that the device sent.
    public let value: DecimalNumber

    /// Makes a point; the time is rounded to the millisecond.
    public init(time: Date, value: DecimalNumber) {
        self.time = time.roundedToMilliseconds
        self.value = value
    }
}

extension SeriesPoint: Codable {
    private enum CodingKeys: String, CodingKey {
        case time
        case value
        case decimals
    }

    /// Reads `{"time", "value"}` and, where it is there, `decimals`, as measurements have it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            time: try container.decodeTime(forKey: .time),
            value: try container.decodeNumber(forKey: .value, decimals: .decimals)
        )
    }

    /// Writes `{"time", "value"}`, and `decimals` where zeros end the value's fraction.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeTime(time, forKey: .time)
        try container.encodeNumber(value, forKey: .value, decimals: .decimals)
    }
}
