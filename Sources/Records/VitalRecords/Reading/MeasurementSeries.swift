public import FoundationEssentials

/// The values of one metric over a period, for example the steps of each quarter of an hour.
public struct MeasurementSeries: Hashable, Sendable, Codable {
    /// The metric.
    public var metric: MetricName
    /// The unit of all values, in UCUM.
    public var unit: String
    /// The origin of the values.
    public var origin: MeasurementOrigin
    /// The values with their times, in order.
    public var points: [SeriesPoint]

    /// Creates a series.
    public init(metric: MetricName, unit: String, origin: MeasurementOrigin = .device, points: [SeriesPoint]) {
        self.metric = metric
        self.unit = unit
        self.origin = origin
        self.points = points
    }

    /// The point as a measurement.
    package func measurement(_ point: SeriesPoint) -> Measurement {
        Measurement(metric: metric, value: point.value, unit: unit, origin: origin)
    }
}

/// One value of a series.
public struct SeriesPoint: Hashable, Sendable {
    /// The time of the measurement, or the start of its interval, in UTC, to the millisecond.
    public let time: Date
    /// The value, with the digits that the device sent.
    public let value: DecimalNumber

    /// Creates a point; the time is rounded to the millisecond.
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

    /// Reads `{"time", "value"}` and an optional `decimals`, as in measurements.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            time: try container.decodeTime(forKey: .time),
            value: try container.decodeNumber(forKey: .value, decimals: .decimals)
        )
    }

    /// Writes `{"time", "value"}`, and `decimals` if zeros end the value's fraction.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeTime(time, forKey: .time)
        try container.encodeNumber(value, forKey: .value, decimals: .decimals)
    }
}

/// The length of the intervals of a series.
public struct Granularity: Hashable, Sendable, Codable {
    /// The number of units, from 1.
    public var interval: Int
    /// The unit, for example `minute`.
    public var unit: String

    /// Creates a granularity.
    public init(interval: Int, unit: String) {
        self.interval = interval
        self.unit = unit
    }
}
