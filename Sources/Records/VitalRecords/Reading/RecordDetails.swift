public import FoundationEssentials

/// Further content of a record that covers a span of time: a workout, a night, a meal, a day in short intervals.
public struct RecordDetails: Hashable, Sendable {
    /// The end in UTC, to the millisecond; nil for an instant.
    public var end: Date?
    /// The name of a workout (`Morning Run`) or meal (`Breakfast`).
    public var name: String?
    /// The category of a workout (`running`) or summary (`daily`).
    public var category: String?
    /// The intensity of a workout: `low`, `medium` or `high`.
    public var intensity: String?
    /// The parts, for example a day's meals.
    public var segments: [RecordSegment]
    /// The length of the intervals of ``series``.
    public var granularity: Granularity?
    /// The values over time.
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

    /// Writes the parts that are present.
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
    /// The JSON size in bytes from which a record or reading is long: 32 of these fill a message of the bus.
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
    /// The record without parts of unlimited length, because a record accepted by an earlier version must still be
    /// shown.
    package var withoutTexts: VitalRecord {
        var short = self
        short.details = nil
        short.context = nil
        short.measurements = []
        short.source = RecordSource(kind: source.kind, originalSource: source.originalSource?.cut(toBytes: 64))
        return short
    }

    /// Returns the record without the lists of its details if it is long, for pages of many records.
    ///
    /// - Parameter bytes: The length of its JSON.
    public func shortened(from bytes: Int) -> VitalRecord {
        guard bytes > RecordDetails.longRecord, let details else { return self }
        var short = self
        short.details = details.withoutLists
        return short
    }
}

extension Reading {
    /// Returns the reading without the lists of its details if it is long, for pages of many readings.
    ///
    /// - Parameter bytes: The length of its JSON.
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
    /// The manufacturer.
    public var brand: String?
    /// The nutrients.
    public var measurements: [Measurement]
    /// The number of servings, in ``servingUnit``.
    public var servingAmount: DecimalNumber?
    /// The unit of a serving, for example `slice`.
    public var servingUnit: String?

    /// Creates a food.
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

    /// Writes the parts that are present.
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

/// A part of a record, for example one meal of a day.
public struct RecordSegment: Hashable, Sendable {
    /// Its name, for example `Breakfast`.
    public var name: String
    /// Its values.
    public var measurements: [Measurement]
    /// The foods eaten.
    public var foods: [FoodItem]

    /// Creates a segment.
    public init(name: String, measurements: [Measurement] = [], foods: [FoodItem] = []) {
        self.name = name
        self.measurements = measurements
        self.foods = foods
    }

    /// The values of the segment and of its foods.
    package var allMeasurements: [Measurement] { measurements + foods.flatMap(\.measurements) }

    /// The segment's own values, or those of its foods to be summed if it has none.
    package var totals: [Measurement] { measurements.isEmpty ? foods.flatMap(\.measurements) : measurements }
}

extension RecordSegment: Codable {
    private enum CodingKeys: String, CodingKey {
        case name
        case measurements
        case foods
    }

    /// Reads a segment.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try container.decode(String.self, forKey: .name),
            measurements: try container.decodeIfPresent([Measurement].self, forKey: .measurements) ?? [],
            foods: try container.decodeIfPresent([FoodItem].self, forKey: .foods) ?? []
        )
    }

    /// Writes the parts that are present.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        if !measurements.isEmpty { try container.encode(measurements, forKey: .measurements) }
        if !foods.isEmpty { try container.encode(foods, forKey: .foods) }
    }
}
