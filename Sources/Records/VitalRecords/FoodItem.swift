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
