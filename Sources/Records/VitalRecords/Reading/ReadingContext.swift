/// Statements of a device or a person that accompany a reading's values.
public struct ReadingContext: Hashable, Sendable {
    /// The relation to a meal, such as `before_meal`.
    public var meal: String?
    /// Who took the measurement, such as `self` or `health_care_professional`.
    public var tester: String?
    /// The status flags that the device reported, such as `irregular_pulse`.
    public var statusFlags: [String]
    /// Values that were out of the device's measuring range.
    public var outOfBounds: [OutOfBounds]
    /// The metrics whose values are outside the possible range, by ``MetricTable``.
    ///
    /// They are flagged, never dropped.
    public var implausible: [MetricName]

    /// Creates a context.
    ///
    /// All parts are optional.
    public init(
        meal: String? = nil,
        tester: String? = nil,
        statusFlags: [String] = [],
        outOfBounds: [OutOfBounds] = [],
        implausible: [MetricName] = []
    ) {
        self.meal = meal
        self.tester = tester
        self.statusFlags = statusFlags
        self.outOfBounds = outOfBounds
        self.implausible = implausible
    }

    /// True if every part is absent.
    public var isEmpty: Bool { self == ReadingContext() }
}

extension ReadingContext: Codable {
    private enum CodingKeys: String, CodingKey {
        case meal
        case tester
        case statusFlags
        case outOfBounds
        case implausible
    }

    /// Reads a context.
    ///
    /// Absent parts are empty.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        meal = try container.decodeIfPresent(String.self, forKey: .meal)
        tester = try container.decodeIfPresent(String.self, forKey: .tester)
        statusFlags = try container.decodeIfPresent([String].self, forKey: .statusFlags) ?? []
        outOfBounds = try container.decodeIfPresent([OutOfBounds].self, forKey: .outOfBounds) ?? []
        implausible = try container.decodeIfPresent([MetricName].self, forKey: .implausible) ?? []
    }

    /// Writes a context without its empty parts.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(meal, forKey: .meal)
        try container.encodeIfPresent(tester, forKey: .tester)
        if !statusFlags.isEmpty { try container.encode(statusFlags, forKey: .statusFlags) }
        if !outOfBounds.isEmpty { try container.encode(outOfBounds, forKey: .outOfBounds) }
        if !implausible.isEmpty { try container.encode(implausible, forKey: .implausible) }
    }
}
