internal import VitalRecords

/// One observation without its origin.
struct FHIRDraft: Hashable {
    /// A value, or why it is absent.
    enum Value: Hashable {
        case quantity(DecimalNumber, unit: MetricUnit)
        /// A code from FHIR's data-absent-reason system.
        case absent(String)
    }

    /// The name that distinguishes it from the record's other observations: that of the metric or the panel.
    let name: String
    let category: ClinicalUse.Category
    let codes: ValueCodes
    let profile: String?
    /// The value; nil for a panel.
    var value: Value?
    /// The members of a panel.
    var components: [FHIRDraft] = []
    /// Notes about the value for people.
    var notes: [String] = []
    /// Whether the value is doubted.
    var isQuestionable = false
}

/// The observations of a record, and the parts that have none.
struct FHIRDrafts {
    private(set) var all: [FHIRDraft] = []
    private(set) var leftOut: [FHIRLeftOut] = []

    private let record: VitalRecord
    private let flags: [String]
    private let metrics: [MetricName]

    init(_ record: VitalRecord) {
        self.record = record
        flags = record.context?.statusFlags ?? []
        let bounds = record.context?.outOfBounds ?? []
        metrics = record.measurements.map(\.metric) + bounds.map(\.metric)
        let details = record.details
        if details?.series.isEmpty == false || details?.segments.isEmpty == false {
            leftOut.append(FHIRLeftOut(metric: nil, reason: .parts))
        }
        guard !isNobodys else {
            leftOut += metrics.map { FHIRLeftOut(metric: $0, reason: .nobodys) }
            return
        }
        // Two values of one metric would be the same observation, so only the first counts.
        var seen: Set<MetricName> = []
        for measurement in record.measurements {
            seen.insert(measurement.metric).inserted ? add(measurement) : refuse(measurement.metric, as: .repeated)
        }
        for bound in bounds where seen.insert(bound.metric).inserted { add(bound) }
        completePanels()
    }

    /// Whether the meter flags the reading as a control or a test, which must never enter a chart.
    private var isNobodys: Bool {
        !["sample_control_solution", "location_control_solution", "demo", "test"].allSatisfy { !flags.contains($0) }
    }

    private mutating func add(_ measurement: Measurement) {
        guard let metric = MetricTable.metric(named: measurement.metric) else {
            return refuse(measurement.metric, as: .unknownMetric)
        }
        guard let (value, unit, note) = Self.value(measurement, of: metric) else {
            return refuse(metric.name, as: .unknownUnit)
        }
        add(metric, value: .quantity(value, unit: unit), unit: unit.ucum, notes: note.map { [$0] } ?? [])
    }

    /// Adds a meter's HI or LO.
    private mutating func add(_ bound: OutOfBounds) {
        guard let metric = MetricTable.metric(named: bound.metric) else {
            return refuse(bound.metric, as: .unknownMetric)
        }
        let isHigh = bound.direction == .high
        let note = "The meter reports a value \(isHigh ? "above" : "below") its measuring range"
        let value = FHIRDraft.Value.absent(isHigh ? "positive-infinity" : "negative-infinity")
        add(metric, value: value, unit: metric.canonicalUnit.ucum, notes: [note])
    }

    private mutating func add(_ metric: Metric, value: FHIRDraft.Value, unit: String, notes: [String]) {
        let codes = metric.codes(unit: unit, flags: flags, others: metrics)
        // Values that are codes for words, like the cycle's, have no meaning outside their own list.
        guard !codes.isEmpty, metric.words.isEmpty else { return refuse(metric.name, as: .noCode) }
        let isImplausible = record.context?.implausible.contains(metric.name) == true
        var draft = FHIRDraft(
            name: metric.name.rawValue,
            category: metric.clinical.category,
            codes: codes,
            profile: metric.clinical.profile,
            value: value,
            notes: notes
        )
        if isImplausible { draft.notes.append("This value is very unusual") }
        draft.isQuestionable = isImplausible || flags.contains("questionable_measurement")
        guard let panel = metric.clinical.panel else { return all.append(draft) }
        let index = all.firstIndex { $0.name == panel.name } ?? all.endIndex
        if index == all.endIndex { all.append(Self.draft(of: panel, category: metric.clinical.category)) }
        all[index].components.append(draft)
        all[index].notes += draft.notes.map { "\(metric.name): \($0)" }
        all[index].isQuestionable = all[index].isQuestionable || draft.isQuestionable
    }

    private mutating func refuse(_ metric: MetricName, as reason: FHIRRefusal) {
        leftOut.append(FHIRLeftOut(metric: metric, reason: reason))
    }

    private static func draft(of panel: CodePanel, category: ClinicalUse.Category) -> FHIRDraft {
        FHIRDraft(name: panel.name, category: category, codes: panel.codes, profile: panel.profile)
    }

    /// Adds the missing members that a panel's profile requires, marked as absent.
    private mutating func completePanels() {
        for index in all.indices where !all[index].components.isEmpty {
            let names = MetricTable.metrics.filter { $0.clinical.panel?.name == all[index].name }
            for metric in names where metric.clinical.panel?.required.contains(metric.name) == true {
                guard !all[index].components.contains(where: { $0.name == metric.name.rawValue }) else { continue }
                all[index].components.append(
                    FHIRDraft(
                        name: metric.name.rawValue,
                        category: metric.clinical.category,
                        codes: metric.codes(unit: metric.canonicalUnit.ucum, flags: [], others: []),
                        profile: nil,
                        value: .absent("unknown")
                    )
                )
            }
        }
    }

    /// The value in a unit that the profile takes, with a note about the original if it was converted.
    private static func value(
        _ measurement: Measurement,
        of metric: Metric
    ) -> (value: DecimalNumber, unit: MetricUnit, note: String?)? {
        guard let unit = metric.unit(measurement.unit) else { return nil }
        let wanted = metric.clinical.units
        guard let first = wanted.first, !wanted.contains(unit.ucum) else { return (measurement.value, unit, nil) }
        // Absent is nil: a value too large for that unit cannot be a person's.
        guard let target = metric.unit(first),
            let value = try? metric.convert(measurement.value, from: unit.ucum, to: first)
        else { return nil }
        return (value, target, "Measured as \(measurement.value) \(unit.label)")
    }
}
