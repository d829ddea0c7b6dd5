public import FoundationEssentials

/// What a record of a time span says beside its values: a workout, a night, a meal, a day in short intervals.
public struct RecordDetails: Hashable, Sendable {
    /// When it ended, in UTC, to the millisecond; nil where it was a moment.
    public var end: Date?
    /// Its name: a workout's (`Morning Run`), a meal's (`Breakfast`).
    public var name: String?
    /// Its kind: a workout's (`running`), a summary's (`daily`).
    public var category: String?
    /// How hard a workout was: `low`, `medium` or `high`.
    public var intensity: String?
    /// Its parts, for example a day's meals.
    public var segments: [RecordSegment]
    /// How long the intervals of ``series`` are.
    public var granularity: Granularity?
    /// Values over the time.
    public var series: [MeasurementSeries]

    /// Makes details; the time is rounded to the millisecond.
    public init(
        end: Date? = nil,
        name: String? = nil,
        category: String? = nil,
        intensity: String? = nil,
        segments: [RecordSegment] = [],
        granularity: Granularity? = nil,
        series: [MeasurementSeries] = []
    ) {
        self.end = end?.roundedToMilliseconds
        self.name = name
        self.category = category
        self.intensity = intensity
        self.segments = segments
        self.granularity = granularity
        self.series = series
    }

    /// Whether any part has a value.
    package var hasValues: Bool {
        series.contains { !$0.points.isEmpty } || segments.contains { !$0.allMeasurements.isEmpty }
    }
}

extension RecordDetails: Codable {
    private enum CodingKeys: String, CodingKey {
        case end
        case name
        case category
        case intensity
        case segments
        case granularity
        case series
    }

    /// Reads details; everything is optional, unknown fields are ignored.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            end: try container.decodeTimeIfPresent(forKey: .end),
            name: try container.decodeIfPresent(String.self, forKey: .name),
            category: try container.decodeIfPresent(String.self, forKey: .category),
            intensity: try container.decodeIfPresent(String.self, forKey: .intensity),
            segments: try container.decodeIfPresent([RecordSegment].self, forKey: .segments) ?? [],
            granularity: try container.decodeIfPresent(Granularity.self, forKey: .granularity),
            series: try container.decodeIfPresent([MeasurementSeries].self, forKey: .series) ?? []
        )
    }

    /// Writes what is there.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if let end { try container.encodeTime(end, forKey: .end) }
        try container.encodeIfPresent(name, forKey: .name)
        try container.encodeIfPresent(category, forKey: .category)
        try container.encodeIfPresent(intensity, forKey: .intensity)
        if !segments.isEmpty { try container.encode(segments, forKey: .segments) }
        try container.encodeIfPresent(granularity, forKey: .granularity)
        if !series.isEmpty { try container.encode(series, forKey: .series) }
    }
}

extension RecordDetails {
    /// From so many bytes of JSON on, a record or a reading is long: 32 of these fill a message of the bus.
    static let longRecord = 1_500

    /// The details without segments and series.
    var withoutLists: RecordDetails {
        var short = self
        short.segments = []
        short.series = []
        return short
    }
}

extension VitalRecord {
    /// The record without what can be of any length: one that an earlier version took still has to be shown.
    package var withoutTexts: VitalRecord {
        var short = self
        short.details = nil
        short.context = nil
        short.measurements = []
        short.source = RecordSource(kind: source.kind, originalSource: source.originalSource?.cut(toBytes: 64))
        return short
    }

    /// The record without the lists of its details where it is long, for pages of many records.
    ///
    /// - Parameter bytes: How long its JSON is.
    public func shortened(from bytes: Int) -> VitalRecord {
        guard bytes > RecordDetails.longRecord, let details else { return self }
        var short = self
        short.details = details.withoutLists
        return short
    }
}

extension Reading {
    /// The reading without the lists of its details where it is long, for pages of many readings.
    ///
    /// - Parameter bytes: How long its JSON is.
    public func shortened(from bytes: Int) -> Reading {
        guard bytes > RecordDetails.longRecord, let details else { return self }
        var short = self
        short.details = details.withoutLists
        return short
    }
}

/// Something eaten or drunk.
public struct FoodItem: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Who made it.
    public var brand: String?
    /// Its values.
    public var measurements: [Measurement]
    /// How many of ``servingUnit`` there were.
    public var servingAmount: DecimalNumber?
    /// What a serving is, for example `slice`.
    public var servingUnit: String?

    /// Makes a food.
    public init(
        name: String,
        brand: String? = nil,
        measurements: [Measurement] = [],
        servingAmount: DecimalNumber? = nil,
        servingUnit: String? = nil
    ) {
        self.name = name
        self.brand = brand
        self.measurements = measurements
        self.servingAmount = servingAmount
        self.servingUnit = servingUnit
    }
}

extension FoodItem: Codable {
    private enum CodingKeys: String, CodingKey {
        case name
        case brand
        case measurements
        case servingAmount
        case servingDecimals
        case servingUnit
    }

    /// Reads a food.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try container.decode(String.self, forKey: .name),
            brand: try container.decodeIfPresent(String.self, forKey: .brand),
            measurements: try container.decodeIfPresent([Measurement].self, forKey: .measurements) ?? [],
            servingAmount: try container.contains(.servingAmount) && !container.decodeNil(forKey: .servingAmount)
                ? container.decodeNumber(forKey: .servingAmount, decimals: .servingDecimals) : nil,
            servingUnit: try container.decodeIfPresent(String.self, forKey: .servingUnit)
        )
    }

    /// Writes what is there.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encodeIfPresent(brand, forKey: .brand)
        if !measurements.isEmpty { try container.encode(measurements, forKey: .measurements) }
        if let servingAmount {
            try container.encodeNumber(servingAmount, forKey: .servingAmount, decimals: .servingDecimals)
        }
        try container.encodeIfPresent(servingUnit, forKey: .servingUnit)
    }
}
