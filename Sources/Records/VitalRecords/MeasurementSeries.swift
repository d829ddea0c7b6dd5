/// One metric over a time, for example the steps of each quarter of an hour.
public struct MeasurementSeries: Hashable, Sendable, Codable {
    /// What was measured.
    public var metric: MetricName
    /// The unit of all values, in UCUM.
    public var unit: String
    /// Where the values come from.
    public var origin: MeasurementOrigin
    /// The values with their times.
    public var points: [SeriesPoint]

    /// Makes a series.
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
