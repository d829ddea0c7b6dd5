internal import FoundationEssentials

/// One measured value, with the digits and the unit that the device sent.
public struct Measurement: Hashable, Sendable {
    /// The metric.
    public let metric: MetricName
    /// The value.
    public let value: DecimalNumber
    /// The unit in UCUM, such as `mm[Hg]`.
    public let unit: String
    /// The origin of the value.
    public let origin: MeasurementOrigin

    /// Creates a measurement.
    public init(metric: MetricName, value: DecimalNumber, unit: String, origin: MeasurementOrigin = .device) {
        self.metric = metric
        self.value = value
        self.unit = unit
        self.origin = origin
    }
}

extension Measurement: Codable {
    private enum CodingKeys: String, CodingKey {
        case metric
        case value
        case decimals
        case unit
        case origin
    }

    /// Reads `{"metric", "value", "unit", "origin"}` and an optional `decimals`.
    ///
    /// The value is a JSON number and stays exact. A number whose digits do not fit into 64 bits, as other software
    /// computes them, is rounded to 18 digits.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        metric = try container.decode(MetricName.self, forKey: .metric)
        unit = try container.decode(String.self, forKey: .unit)
        origin = try container.decodeIfPresent(MeasurementOrigin.self, forKey: .origin) ?? .unknown
        value = try container.decodeNumber(forKey: .value, decimals: .decimals)
    }

    /// Writes the measurement.
    ///
    /// It writes `decimals` only if zeros end the value's fraction.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(metric, forKey: .metric)
        try container.encodeNumber(value, forKey: .value, decimals: .decimals)
        try container.encode(unit, forKey: .unit)
        try container.encode(origin, forKey: .origin)
    }
}

extension Measurement {
    /// Whether a blood glucose is below or above what the Inform API counts as measurable; nil for any other value.
    ///
    /// Low is below 20 mg/dL or 1.1 mmol/L, high above 600 mg/dL or 33.3 mmol/L, each in the value's own unit
    /// (Validic's changelog, "out_of_bounds_blood_glucose").
    public var glucoseOutOfBounds: BoundsDirection? {
        guard metric == .bloodGlucose else { return nil }
        let bounds: ClosedRange<DecimalNumber>
        switch unit {
        case "mg/dL": bounds = 20...600
        case "mmol/L": bounds = DecimalNumber(mantissa: 11, exponent: -1)...DecimalNumber(mantissa: 333, exponent: -1)
        default: return nil
        }
        if value < bounds.lowerBound { return .low }
        return value > bounds.upperBound ? .high : nil
    }
}

extension Measurement {
    /// True if ``MetricTable`` has metric and unit, and no living person has such a value.
    public var isImplausible: Bool {
        guard let metric = MetricTable.metric(named: metric), metric.unit(unit) != nil,
            let range = metric.plausibleRange
        else { return false }
        // Absent is nil: a value too large to convert is implausible.
        guard let canonical = try? metric.canonicalValue(of: self) else { return true }
        return !range.contains(canonical)
    }
}

/// The origin of a measured value.
///
/// Unknown words are carried.
public struct MeasurementOrigin: OpenString {
    /// The word as it appears in JSON.
    public let rawValue: String

    /// Creates the value from any word, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The device measured it.
    public static let device = MeasurementOrigin(rawValue: "device")
    /// A person typed it.
    public static let manual = MeasurementOrigin(rawValue: "manual")
    /// The origin is unknown.
    public static let unknown = MeasurementOrigin(rawValue: "unknown")
}

/// A device's statement that a value was outside its measuring range, like a meter's HI.
public struct OutOfBounds: Hashable, Sendable, Codable {
    /// The metric.
    public let metric: MetricName
    /// The side of the range.
    public let direction: BoundsDirection

    /// Creates the statement.
    public init(metric: MetricName, direction: BoundsDirection) {
        self.metric = metric
        self.direction = direction
    }
}

/// The side of a device's range on which a value was.
///
/// Unknown words are carried.
public struct BoundsDirection: OpenString {
    /// The word as it appears in JSON.
    public let rawValue: String

    /// Creates the value from any word, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Below the range.
    public static let low = BoundsDirection(rawValue: "low")
    /// Above the range.
    public static let high = BoundsDirection(rawValue: "high")
}
