/// All that the parts need to know about one metric.
///
/// The rows stand in ``MetricTable``.
public struct Metric: Hashable, Sendable {
    /// The metric's name in records.
    public let name: MetricName
    /// The unit that values are compared and shown in.
    public let canonicalUnit: MetricUnit
    /// All units that it can come in, the canonical one first.
    public let units: [MetricUnit]
    /// What a living person can have, in the canonical unit.
    ///
    /// Values outside are flagged, never dropped.
    public let plausibleRange: ClosedRange<DecimalNumber>
    /// The metric of the Inform API, or nil where no such metric is public.
    public let inform: InformMetric?
    /// The place in the legacy API, or nil where there is none.
    public let legacy: LegacyField?
    /// The LOINC code.
    public let loinc: String
    /// How Home Assistant shows it.
    public let homeAssistant: HomeAssistantSensor
    /// The IEEE 11073-10101 (MDC) code, where one code stands for the metric.
    public let mdc: Int?

    init(
        _ name: MetricName,
        units canonicalUnit: MetricUnit,
        _ otherUnits: MetricUnit...,
        plausible: ClosedRange<DecimalNumber>,
        inform: InformMetric?,
        legacy: LegacyField?,
        loinc: String,
        homeAssistant: HomeAssistantSensor,
        mdc: Int?
    ) {
        self.name = name
        self.canonicalUnit = canonicalUnit
        self.units = [canonicalUnit] + otherUnits
        self.plausibleRange = plausible
        self.inform = inform
        self.legacy = legacy
        self.loinc = loinc
        self.homeAssistant = homeAssistant
        self.mdc = mdc
    }
}
