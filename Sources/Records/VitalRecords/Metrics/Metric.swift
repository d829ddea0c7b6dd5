/// One row of the table of metrics: everything that VitalBus knows about a metric.
public struct Metric: Hashable, Sendable {
    /// The metric.
    public let name: MetricName
    /// The unit of ranges, and the default unit for other software.
    public let canonicalUnit: MetricUnit
    /// All units that values can have, the canonical one first.
    public let units: [MetricUnit]
    /// The range that a living person can have, in the canonical unit; nil if any value is possible.
    ///
    /// A value outside is flagged, never dropped.
    public let plausibleRange: ClosedRange<DecimalNumber>?
    /// The metric in the Inform API; nil if the API does not have it.
    public let inform: InformMetric?
    /// The fields in the legacy API, at most one for each resource.
    public let legacy: [LegacyField]
    /// The LOINC code, if one has exactly the metric's meaning.
    public let loinc: String?
    /// The presentation in Home Assistant.
    public let homeAssistant: HomeAssistantSensor
    /// The ISO/IEEE 11073-10101 code; nil if several codes fit.
    public let mdc: Int?
    /// Its codes and category in a health record.
    public let clinical: ClinicalUse
    /// The names of a metric's codes, by code; empty for a metric with numbers.
    public let words: [Int64: String]

    /// Creates a row; names, units and fields of the APIs follow from the arguments.
    ///
    /// - Parameters:
    ///   - units: All units, the canonical one first: the Inform API and the legacy fields take values in that one.
    ///   - legacy: The field for each resource that has one.
    ///   - standsInFor: Fields with a similar meaning only, see ``LegacyField/isStandIn``.
    ///   - homeAssistant: The sensor if it does not follow from the canonical unit.
    ///   - clinical: Its codes and category in a health record.
    ///   - words: The names of codes.
    init(
        _ name: MetricName,
        units: [MetricUnit],
        inform: InformUse = .absent,
        legacy: [RecordType: String] = [:],
        standsInFor: [RecordType: String] = [:],
        plausible: ClosedRange<DecimalNumber>? = nil,
        loinc: String? = nil,
        homeAssistant: HomeAssistantSensor? = nil,
        mdc: Int? = nil,
        clinical: ClinicalUse = .laboratory,
        words: [Int64: String] = [:]
    ) {
        // Every row has a unit; the tests check the table for it.
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
        self.clinical = clinical
        self.words = words
    }

    /// The metric's field in a resource of the legacy API; nil if the resource has none.
    public func legacyField(in resource: RecordType) -> LegacyField? { legacy.first { $0.resource == resource } }
}

extension Metric {
    /// The metric's unit with a UCUM code; nil if it has none.
    public func unit(_ ucum: String) -> MetricUnit? { units.first { $0.ucum == ucum } }

    /// Converts a value to another unit of the metric, as exactly as the device measured, with one half-to-even
    /// rounding.
    ///
    /// The result is derived; the device's value stays. It has the fewest digits whose last one is worth no more than
    /// the last digit of the value: 6.2 mmol/L is 112 mg/dL, and 112 mg/dL is 6.22 mmol/L. So nothing is lost:
    /// converted back and rounded to its former digits, the value is the same again. It has at most 12 fraction digits,
    /// and fewer if they would not fit.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - source: The UCUM code of its unit.
    ///   - target: The UCUM code of the wanted unit; the same unit returns the value with all its digits.
    /// - Throws: ``VitalRecordsError`` `unknownUnit`, or `overflow` if the result does not fit.
    public func convert(
        _ value: DecimalNumber,
        from source: String,
        to target: String
    ) throws(VitalRecordsError) -> DecimalNumber {
        let (from, to) = (try known(source), try known(target))
        guard from != to else { return value }
        let ratio = try ratio(from, to: to)
        for digits in (0...ratio.fractionDigits(for: value)).reversed() {
            if let result = ratio.apply(to: value, fractionDigits: digits) { return result }
        }
        throw overflow(to, what: "any digits")
    }

    /// Converts a value to another unit of the metric with a number of fraction digits, rounded once and half to even.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - source: The UCUM code of its unit.
    ///   - target: The UCUM code of the wanted unit; the same unit returns the value with all its digits.
    ///   - fractionDigits: The number of fraction digits, 0 to 12.
    /// - Throws: ``VitalRecordsError`` `unknownUnit`, or `overflow` if the result does not fit.
    public func convert(
        _ value: DecimalNumber,
        from source: String,
        to target: String,
        fractionDigits: Int
    ) throws(VitalRecordsError) -> DecimalNumber {
        let (from, to) = (try known(source), try known(target))
        guard from != to else { return value }
        guard let result = try ratio(from, to: to).apply(to: value, fractionDigits: fractionDigits) else {
            throw overflow(to, what: "\(fractionDigits) digits")
        }
        return result
    }

    /// Converts a measurement to the canonical unit, with 6 fraction digits if it has another unit.
    ///
    /// - Throws: ``VitalRecordsError`` `unknownUnit`, or `overflow` if the result does not fit.
    public func canonicalValue(of measurement: Measurement) throws(VitalRecordsError) -> DecimalNumber {
        try convert(measurement.value, from: measurement.unit, to: canonicalUnit.ucum, fractionDigits: 6)
    }

    private func known(_ ucum: String) throws(VitalRecordsError) -> MetricUnit {
        guard let unit = unit(ucum) else {
            let known = units.map(\.ucum).joined(separator: ", ")
            throw VitalRecordsError(code: .unknownUnit, field: name.rawValue, message: "use one of the units \(known)")
        }
        return unit
    }

    private func ratio(_ from: MetricUnit, to: MetricUnit) throws(VitalRecordsError) -> UnitRatio {
        guard let ratio = UnitRatio(from: from, to: to) else { throw overflow(to, what: "its factor") }
        return ratio
    }

    private func overflow(_ to: MetricUnit, what: String) -> VitalRecordsError {
        VitalRecordsError(
            code: .overflow,
            field: name.rawValue,
            message: "the value does not fit into \(to.ucum) with \(what) after the point"
        )
    }
}
