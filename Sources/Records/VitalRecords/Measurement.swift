/// One measured value, with the digits and the unit that the device sent.
public struct Measurement: Hashable, Sendable {
    /// What was measured.
    public let metric: MetricName
    /// The value.
    public let value: DecimalNumber
    /// The unit in UCUM, like `mm[Hg]`.
    public let unit: String
    /// Where the value comes from.
    public let origin: MeasurementOrigin

    /// Makes a measurement.
    public init(metric: MetricName, value: DecimalNumber, unit: String, origin: MeasurementOrigin = .device) {
        self.metric = metric
        self.value = value
        self.unit = unit
        self.origin = origin
    }
}
