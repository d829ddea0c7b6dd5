/// A metric in the Inform (v2) API: its name and units.
public struct InformMetric: Hashable, Sendable {
    /// The API's name of the metric.
    public let name: String
    /// The units for sending: one, or all that are allowed for a metric without a standard unit.
    public let units: [InformUnit]
    /// Whether the API's public documentation has the units.
    ///
    /// If only the name is public, the unit is an assumption.
    public let isUnitPublic: Bool
    /// Whether the API takes integers only.
    public let isWhole: Bool

    /// Selects the unit for sending a value: its own if allowed, else the first.
    ///
    /// - Parameter ucum: The unit of the value.
    public func unit(for ucum: String) -> InformUnit? { units.first { $0.ucum == ucum } ?? units.first }
}

/// A unit as the Inform API writes it.
public struct InformUnit: Hashable, Sendable {
    /// The API's name, for example `mmHg`.
    public let name: String
    /// The same unit in UCUM.
    public let ucum: String
}

/// The state of a row of the table in the Inform (v2) API.
enum InformUse {
    /// The API has no such metric.
    case absent
    /// Name and standard unit are public; values are sent in the canonical unit, which the API writes like this.
    case published(String)
    /// As ``published(_:)``, with an integer as public data type.
    case publishedWhole(String)
    /// The name is public, the unit is not: this is an assumption for the canonical unit.
    case assumed(String)
    /// The API has no standard unit: values keep the unit that they came in.
    case asMeasured

    func metric(_ name: MetricName, units: [MetricUnit]) -> InformMetric? {
        switch self {
        case .absent: nil
        case .published(let unit): Self.one(name, unit: unit, units: units)
        case .publishedWhole(let unit): Self.one(name, unit: unit, units: units, isWhole: true)
        case .assumed(let unit): Self.one(name, unit: unit, units: units, isPublic: false)
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
        unit: String,
        units: [MetricUnit],
        isPublic: Bool = true,
        isWhole: Bool = false
    ) -> InformMetric {
        let canonical = units.prefix(1).map { InformUnit(name: unit, ucum: $0.ucum) }
        return InformMetric(name: name.rawValue, units: canonical, isUnitPublic: isPublic, isWhole: isWhole)
    }
}

/// The field of a metric in the legacy (v1) API.
public struct LegacyField: Hashable, Sendable {
    /// The resource, which is also the type of the record that is sent there.
    public let resource: RecordType
    /// The field of the resource.
    public let field: String
    /// The unit of the field, in UCUM.
    public let ucum: String
    /// True if the field has a similar meaning only: the metric fills it if no other measurement of the record has the
    /// exact one.
    public let isStandIn: Bool
}
