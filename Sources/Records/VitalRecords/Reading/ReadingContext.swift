/// What a device or a person said about a reading beside its values.
public struct ReadingContext: Hashable, Sendable {
    /// The relation to a meal, like `before_meal`.
    public var meal: String?
    /// Who took the measurement, like `self` or `health_care_professional`.
    public var tester: String?
    /// Names of what the device reported, like `irregular_pulse`.
    public var statusFlags: [String]
    /// Values that the device could not measure because they were too low or too high for it.
    public var outOfBounds: [OutOfBounds]
    /// Metrics whose value no living person has, by ``MetricTable``.
    ///
    /// Flagged, never dropped.
    public var implausible: [MetricName]

    /// Makes a context.
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

    /// True where nothing is said.
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
