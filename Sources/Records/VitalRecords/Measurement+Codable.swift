internal import FoundationEssentials

extension Measurement: Codable {
    private enum CodingKeys: String, CodingKey {
        case metric
        case value
        case decimals
        case unit
        case origin
    }

    /// Reads `{"metric", "value", "unit", "origin"}` and, where it is there, `decimals`.
    ///
    /// The value is a JSON number and stays exact. Numbers that do not fit into 64 bits of digits, as computed ones of
    /// other software, are rounded to 18 digits.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        metric = try container.decode(MetricName.self, forKey: .metric)
        unit = try container.decode(String.self, forKey: .unit)
        origin = try container.decodeIfPresent(MeasurementOrigin.self, forKey: .origin) ?? .unknown
        value = try container.decodeNumber(forKey: .value, decimals: .decimals)
    }

    /// Writes the measurement.
    ///
    /// `decimals` stands beside the value only where the value ends in zeros after its point.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(metric, forKey: .metric)
        try container.encodeNumber(value, forKey: .value, decimals: .decimals)
        try container.encode(unit, forKey: .unit)
        try container.encode(origin, forKey: .origin)
    }
}
