internal import FoundationEssentials

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

extension Measurement {
    /// On which side a blood glucose lies outside of what the Inform API counts as measurable; nil for any other value.
    ///
    /// Low is below 20 mg/dL or 1.1 mmol/L, high above 600 mg/dL or 33.3 mmol/L, each in the value's own unit (Validic's
    /// changelog, "out_of_bounds_blood_glucose").
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
    /// True where ``MetricTable`` knows metric and unit, and no living person has such a value.
    public var isImplausible: Bool {
        guard let metric = MetricTable.metric(named: metric), metric.unit(unit) != nil,
            let range = metric.plausibleRange
        else { return false }
        // A value too large to convert is as implausible as it gets.
        guard let canonical = try? metric.canonicalValue(of: self) else { return true }
        return !range.contains(canonical)
    }
}

/// Where a measured value comes from.
///
/// Unknown ones are carried.
public struct MeasurementOrigin: OpenString {
    /// The word as it stands in JSON.
    public let rawValue: String

    /// Makes the value from any word, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The device said so.
    public static let device = MeasurementOrigin(rawValue: "device")
    /// A person typed it.
    public static let manual = MeasurementOrigin(rawValue: "manual")
    /// Nobody knows.
    public static let unknown = MeasurementOrigin(rawValue: "unknown")
}

/// A device's word that a value lay outside of what it can measure, like a meter's HI.
public struct OutOfBounds: Hashable, Sendable, Codable {
    /// What was measured.
    public let metric: MetricName
    /// On which side.
    public let direction: BoundsDirection

    /// Makes the statement.
    public init(metric: MetricName, direction: BoundsDirection) {
        self.metric = metric
        self.direction = direction
    }
}

/// On which side of its range a device found a value.
///
/// Unknown ones are carried.
public struct BoundsDirection: OpenString {
    /// The word as it stands in JSON.
    public let rawValue: String

    /// Makes the value from any word, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Below the range.
    public static let low = BoundsDirection(rawValue: "low")
    /// Above the range.
    public static let high = BoundsDirection(rawValue: "high")
}
