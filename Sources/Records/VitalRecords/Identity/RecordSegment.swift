/// A part of a record, for example one meal of a day.
public struct RecordSegment: Hashable, Sendable {
    /// Its name, for example `Breakfast`.
    public var name: String
    /// Its values.
    public var measurements: [Measurement]
    /// What was eaten.
    public var foods: [FoodItem]

    /// Makes a segment.
    public init(name: String, measurements: [Measurement] = [], foods: [FoodItem] = []) {
        self.name = name
        self.measurements = measurements
        self.foods = foods
    }

    /// The values of the segment and of its foods.
    package var allMeasurements: [Measurement] { measurements + foods.flatMap(\.measurements) }

    /// The segment's own values, or without any those of its foods, to be added up.
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

    /// Writes what is there.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        if !measurements.isEmpty { try container.encode(measurements, forKey: .measurements) }
        if !foods.isEmpty { try container.encode(foods, forKey: .foods) }
    }
}
