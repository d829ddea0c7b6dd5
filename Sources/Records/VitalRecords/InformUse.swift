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
