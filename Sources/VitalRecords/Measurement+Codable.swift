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
        let decimals = try container.decodeIfPresent(Int.self, forKey: .decimals)
        guard let number = DecimalNumber(rounding: try container.decode(Decimal.self, forKey: .value)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .value,
                in: container,
                debugDescription: "the value is out of range"
            )
        }
        value = Self.restore(decimals, of: number)
    }

    /// Writes the measurement.
    ///
    /// `decimals` stands beside the value only where the value ends in zeros after its point.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(metric, forKey: .metric)
        guard let decimal = value.decimal else {
            let context = EncodingError.Context(
                codingPath: container.codingPath,
                debugDescription: "the value is out of range"
            )
            throw EncodingError.invalidValue(value.description, context)
        }
        try container.encode(decimal, forKey: .value)
        if value.hasTrailingFractionZeros { try container.encode(value.fractionDigits, forKey: .decimals) }
        try container.encode(unit, forKey: .unit)
        try container.encode(origin, forKey: .origin)
    }

    /// Adds zeros up to the device's digits.
    ///
    /// A count that would cut digits, or does not fit, is ignored.
    private static func restore(_ decimals: Int?, of number: DecimalNumber) -> DecimalNumber {
        guard let decimals, decimals > number.fractionDigits, decimals <= 128 else { return number }
        return number.padded(toFractionDigits: decimals) ?? number
    }
}
