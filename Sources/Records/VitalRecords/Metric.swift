/// One row of the table of metrics: everything that any part of VitalBus has to know about a metric.
public struct Metric: Hashable, Sendable {
    /// The metric.
    public let name: MetricName
    /// The unit that ranges are in and that other software gets the metric in, unless it wants another.
    public let canonicalUnit: MetricUnit
    /// All units that values can have, the canonical one first.
    public let units: [MetricUnit]
    /// What a living person can have, in the canonical unit; nil where any value is possible.
    ///
    /// A value outside is flagged, never dropped.
    public let plausibleRange: ClosedRange<DecimalNumber>?
    /// The metric in the Inform API, or nil where that has none.
    public let inform: InformMetric?
    /// Its fields in the legacy API, one at most for each resource.
    public let legacy: [LegacyField]
    /// The LOINC code, where one says neither more nor less than the metric does.
    public let loinc: String?
    /// How it looks in Home Assistant.
    public let homeAssistant: HomeAssistantSensor
    /// The ISO/IEEE 11073-10101 code, or nil where several codes fit.
    public let mdc: Int?
    /// The words of a metric whose values are codes, by code; empty for any other.
    public let words: [Int64: String]

    /// Makes a row; names, units and fields of the APIs follow from what is given.
    ///
    /// - Parameters:
    ///   - units: All units, the canonical one first: the Inform API and the legacy fields take values in that one.
    ///   - legacy: The field for each resource that has one.
    ///   - standsInFor: Fields that mean something close by, see ``LegacyField/isStandIn``.
    ///   - homeAssistant: Where it follows not from the canonical unit.
    ///   - words: Of codes.
    init(
        _ name: MetricName,
        _ units: [MetricUnit],
        inform: InformUse = .absent,
        legacy: [RecordType: String] = [:],
        standsInFor: [RecordType: String] = [:],
        plausible: ClosedRange<DecimalNumber>? = nil,
        loinc: String? = nil,
        homeAssistant: HomeAssistantSensor? = nil,
        mdc: Int? = nil,
        words: [Int64: String] = [:]
    ) {
        // Every row has a unit; the tests hold the table to it.
        let canonical = units.first ?? .count
        self.name = name
        self.canonicalUnit = canonical
        self.units = units
        self.plausibleRange = plausible
        self.inform = inform.metric(name, units: units)
        let fields =
            legacy.map { LegacyField(resource: $0, field: $1, ucum: canonical.ucum, isStandIn: false) }
            + standsInFor.map { LegacyField(resource: $0, field: $1, ucum: canonical.ucum, isStandIn: true) }
        self.legacy = fields.sorted { $0.resource.rawValue < $1.resource.rawValue }
        self.loinc = loinc
        self.homeAssistant = homeAssistant ?? HomeAssistantSensor(of: canonical)
        self.mdc = mdc
        self.words = words
    }

    /// The metric's field in a resource of the legacy API, or nil where that has none.
    public func legacyField(in resource: RecordType) -> LegacyField? { legacy.first { $0.resource == resource } }
}
