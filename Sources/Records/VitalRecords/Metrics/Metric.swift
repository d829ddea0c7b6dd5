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

extension Metric {
    /// The unit with a UCUM code among the metric's units, or nil.
    public func unit(_ ucum: String) -> MetricUnit? { units.first { $0.ucum == ucum } }

    /// A value in another unit of the metric, as exact as the device measured, rounded once and half to even.
    ///
    /// A derived value: what the device sent stays. The result has the fewest digits whose last one is worth no more than
    /// the last digit of the value: 6.2 mmol/L is 112 mg/dL, and 112 mg/dL is 6.22 mmol/L. So nothing the device said is
    /// lost: converted back and rounded to the digits it had, the value is the same again. At most 12 digits stand behind
    /// the point, and fewer where they would not fit.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - source: The UCUM code of its unit.
    ///   - target: The UCUM code of the wanted unit. The same one gives the value itself, with all its digits.
    /// - Throws: ``VitalRecordsError`` with `unknownUnit`, or `overflow` where the result does not fit.
    public func convert(
        _ value: DecimalNumber,
        from source: String,
        to target: String
    ) throws(VitalRecordsError) -> DecimalNumber {
        let (from, to) = (try known(source), try known(target))
        guard from != to else { return value }
        let ratio = try ratio(from, to)
        for digits in (0...ratio.fractionDigits(for: value)).reversed() {
            if let result = ratio.apply(to: value, fractionDigits: digits) { return result }
        }
        throw overflow(to, "any digits")
    }

    /// A value in another unit of the metric with a count of digits, rounded once and half to even.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - source: The UCUM code of its unit.
    ///   - target: The UCUM code of the wanted unit. The same one gives the value itself, with all its digits.
    ///   - fractionDigits: Digits behind the point, 0 to 12.
    /// - Throws: ``VitalRecordsError`` with `unknownUnit`, or `overflow` where the result does not fit.
    public func convert(
        _ value: DecimalNumber,
        from source: String,
        to target: String,
        fractionDigits: Int
    ) throws(VitalRecordsError) -> DecimalNumber {
        let (from, to) = (try known(source), try known(target))
        guard from != to else { return value }
        guard let result = try ratio(from, to).apply(to: value, fractionDigits: fractionDigits) else {
            throw overflow(to, "\(fractionDigits) digits")
        }
        return result
    }

    /// A measurement's value in the canonical unit, with 6 digits behind the point where it has another.
    ///
    /// - Throws: ``VitalRecordsError`` with `unknownUnit`, or `overflow` where the result does not fit.
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

    private func ratio(_ from: MetricUnit, _ to: MetricUnit) throws(VitalRecordsError) -> UnitRatio {
        guard let ratio = UnitRatio(from: from, to: to) else { throw overflow(to, "its factor") }
        return ratio
    }

    private func overflow(_ to: MetricUnit, _ what: String) -> VitalRecordsError {
        VitalRecordsError(
            code: .overflow,
            field: name.rawValue,
            message: "the value does not fit into \(to.ucum) with \(what) behind the point"
        )
    }
}
