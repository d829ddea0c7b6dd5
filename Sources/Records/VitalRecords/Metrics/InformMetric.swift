/// How the Inform (v2) API names a metric, and in which units it takes it.
public struct InformMetric: Hashable, Sendable {
    /// The API's name of the metric.
    public let name: String
    /// The units that it is sent in: one, or for a metric without a standard unit all that are allowed.
    public let units: [InformUnit]
    /// Whether the units stand in the API's public documentation.
    ///
    /// False for a metric whose name is public and whose unit is not; then it is ours.
    public let isUnitPublic: Bool
    /// Whether the API takes whole numbers only.
    public let isWhole: Bool

    /// The unit that a value is sent in: its own where that is allowed, else the first.
    ///
    /// - Parameter ucum: The unit that the value has.
    public func unit(for ucum: String) -> InformUnit? { units.first { $0.ucum == ucum } ?? units.first }
}

/// A unit as the Inform API writes it.
public struct InformUnit: Hashable, Sendable {
    /// The API's name, for example `mmHg`.
    public let name: String
    /// The same unit in UCUM.
    public let ucum: String
}

/// How a row of the table stands in the Inform (v2) API.
enum InformUse {
    /// The API has no such metric.
    case absent
    /// Name and standard unit are public; values go out in the canonical unit, which the API writes like this.
    case published(String)
    /// As ``published(_:)``, and the public data type is a whole number.
    case publishedWhole(String)
    /// The name is public, the unit is not: this is ours for the canonical unit.
    case assumed(String)
    /// The API has no standard unit: values keep the row's unit that they came in.
    case asMeasured

    func metric(_ name: MetricName, units: [MetricUnit]) -> InformMetric? {
        switch self {
        case .absent: nil
        case .published(let unit): Self.one(name, unit, units)
        case .publishedWhole(let unit): Self.one(name, unit, units, isWhole: true)
        case .assumed(let unit): Self.one(name, unit, units, isPublic: false)
        case .asMeasured:
            InformMetric(
                name: name.rawValue,
                units: units.map { InformUnit(name: $0.label, ucum: $0.ucum) },
                isUnitPublic: true,
                isWhole: false
            )
        }
    }

    private static func one(
        _ name: MetricName,
        _ unit: String,
        _ units: [MetricUnit],
        isPublic: Bool = true,
        isWhole: Bool = false
    ) -> InformMetric {
        let canonical = units.prefix(1).map { InformUnit(name: unit, ucum: $0.ucum) }
        return InformMetric(name: name.rawValue, units: canonical, isUnitPublic: isPublic, isWhole: isWhole)
    }
}

/// Where the legacy (v1) API keeps a metric.
public struct LegacyField: Hashable, Sendable {
    /// The resource, which is also the type of the record that goes there.
    public let resource: RecordType
    /// The field of the resource.
    public let field: String
    /// The unit that the API takes the field in, in UCUM.
    public let ucum: String
    /// True where the field means something close by: the metric fills it only when no other measurement of the record
    /// means it exactly.
    public let isStandIn: Bool
}
