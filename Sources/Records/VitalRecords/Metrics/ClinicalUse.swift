/// A metric in a health record, beyond its LOINC and MDC codes: category, profile, units and codes that depend on the
/// sample.
///
/// Sources: HL7 FHIR R4 vital signs, US Core vital signs, HL7 Personal Health Device guide (PHD) STU 2.
public struct ClinicalUse: Hashable, Sendable {
    /// The category in FHIR's `observation-category` system.
    public enum Category: String, Sendable {
        case vitalSigns = "vital-signs"
        case laboratory
        case activity
        case exam
        case procedure
    }

    /// The category.
    public let category: Category
    /// The name of US Core's profile, such as `us-core-body-weight`; nil if it has none.
    public var profile: String?
    /// The UCUM units that the profile takes, in its order; empty for every unit of the metric.
    public var units: [String] = []
    /// LOINC codes in addition to the metric's own.
    public var alsoLOINC: [String] = []
    /// LOINC codes that replace the metric's own one in a unit of another quantity, by UCUM code: amounts instead of
    /// mass.
    public var loincByUnit: [String: String] = [:]
    /// The reference identifier of the MDC code, as `MDC_TEMP_BODY`.
    public var term: String?
    /// Codes that depend on other parts of the record; the first match is used.
    public var variants: [CodeVariant] = []
    /// The kind of meter whose specialisation defines the metric; nil if several do.
    public var meter: MeterKind?
    /// The panel that contains the metric as a component; nil for a separate metric.
    public var panel: CodePanel?

    /// A metric of a laboratory without more than its LOINC code.
    static let laboratory = ClinicalUse(category: .laboratory)
    /// A metric of everyday life without more than its LOINC code.
    static let activity = ClinicalUse(category: .activity)
}

/// Codes of a metric under a condition.
public struct CodeVariant: Hashable, Sendable {
    /// When the codes apply.
    public enum Condition: Hashable, Sendable {
        /// The record has another metric, too.
        case beside(MetricName)
        /// The device sent a status flag.
        case flag(String)
    }

    /// When they apply.
    public let condition: Condition
    /// The LOINC code by UCUM unit; nil keeps the metric's own ones, empty has none.
    public var loinc: [String: String]?
    /// The MDC code.
    public let mdc: Int
    /// Its reference identifier.
    public let term: String
}

/// Several values that are one measurement.
public struct CodePanel: Hashable, Sendable {
    /// The name, such as `blood_pressure`.
    public let name: String
    /// The LOINC code.
    public let loinc: String
    /// The MDC code.
    public let mdc: Int
    /// Its reference identifier.
    public let term: String
    /// The name of US Core's profile.
    public let profile: String
    /// The required members; a missing one is marked as absent.
    public let required: [MetricName]

    /// The codes.
    public var codes: ValueCodes { ValueCodes(loinc: [loinc], mdc: mdc, term: term) }

    /// Systolic and diastolic pressure, and the mean if the cuff reports it.
    static let bloodPressure = CodePanel(
        name: "blood_pressure",
        loinc: "85354-9",
        mdc: 150_020,
        term: "MDC_PRESS_BLD_NONINV",
        profile: "us-core-blood-pressure",
        required: [.systolic, .diastolic]
    )
}

/// A kind of personal health device: its specialisation in MDC (IEEE 11073-10101, partition 8).
public enum MeterKind: Int, Hashable, Sendable, CaseIterable {
    case oximeter = 528_388
    case bloodPressureMonitor = 528_391
    case thermometer = 528_392
    case respirationMeter = 528_397
    case scale = 528_399
    case glucoseMeter = 528_401
    case coagulationMeter = 528_402
    case bodyComposition = 528_404
    case peakFlowMeter = 528_405
    case spirometer = 528_413
    case generic = 528_457
}

/// The codes of one value.
public struct ValueCodes: Hashable, Sendable {
    /// LOINC codes, the one that profiles ask for first.
    public let loinc: [String]
    /// The MDC code.
    public let mdc: Int?
    /// The MDC code's reference identifier.
    public let term: String?

    /// Whether there is no code at all.
    public var isEmpty: Bool { loinc.isEmpty && mdc == nil }
}

extension Metric {
    /// The codes of a value of this metric; empty where neither registry has one with exactly its meaning.
    ///
    /// - Parameters:
    ///   - unit: The value's UCUM unit.
    ///   - flags: The status flags of its record.
    ///   - others: The metrics of its record.
    public func codes(unit: String, flags: [String], others: [MetricName]) -> ValueCodes {
        let own = [clinical.loincByUnit[unit] ?? loinc].compactMap { $0 } + clinical.alsoLOINC
        let variant = clinical.variants.first { variant in
            switch variant.condition {
            case .beside(let metric): others.contains(metric)
            case .flag(let flag): flags.contains(flag)
            }
        }
        guard let variant else { return ValueCodes(loinc: own, mdc: mdc, term: clinical.term) }
        return ValueCodes(
            loinc: variant.loinc.map { [$0[unit]].compactMap { $0 } } ?? own,
            mdc: variant.mdc,
            term: variant.term
        )
    }

    /// Whether a registry defines a code's meaning; the codes of a list, like the cycle's, have theirs only in that
    /// list.
    public var hasCode: Bool {
        words.isEmpty && !codes(unit: canonicalUnit.ucum, flags: [], others: []).isEmpty
    }
}
