/// The columns of rows that have more than a category.
extension ClinicalUse {
    /// A cuff counts the pulse differently from an oximeter, so it has its own code.
    static let heartRate = ClinicalUse(
        category: .vitalSigns,
        profile: "us-core-heart-rate",
        units: ["/min"],
        term: "MDC_PULS_OXIM_PULS_RATE",
        // A cuff counts the pulse differently from an oximeter, so it has its own code.
        variants: [
            CodeVariant(condition: .beside(.systolic), mdc: 149_546, term: "MDC_PULS_RATE_NON_INV")
        ]
    )

    /// A saturation: US Core's pulse oximetry asks for both codes.
    static let saturation = ClinicalUse(
        category: .vitalSigns,
        profile: "us-core-pulse-oximetry",
        units: ["%"],
        alsoLOINC: ["2708-6"],
        term: "MDC_PULS_OXIM_SAT_O2",
        meter: .oximeter
    )

    /// A body temperature.
    static let temperature = ClinicalUse(
        category: .vitalSigns,
        profile: "us-core-body-temperature",
        units: ["Cel", "[degF]"],
        term: "MDC_TEMP_BODY",
        meter: .thermometer
    )

    /// A respiratory rate.
    static let respiration = ClinicalUse(
        category: .vitalSigns,
        profile: "us-core-respiratory-rate",
        units: ["/min"],
        term: "MDC_RESP_RATE",
        meter: .respirationMeter
    )

    /// A weight.
    static let weight = ClinicalUse(
        category: .vitalSigns,
        profile: "us-core-body-weight",
        units: ["kg", "[lb_av]", "g"],
        term: "MDC_MASS_BODY_ACTUAL",
        meter: .scale
    )

    /// A body mass index.
    static let massIndex = ClinicalUse(
        category: .vitalSigns,
        profile: "us-core-bmi",
        units: ["kg/m2"],
        term: "MDC_RATIO_MASS_BODY_LEN_SQ",
        meter: .scale
    )

    /// A height.
    static let height = ClinicalUse(
        category: .vitalSigns,
        profile: "us-core-body-height",
        units: ["cm", "[in_i]"],
        term: "MDC_LEN_BODY_ACTUAL",
        meter: .scale
    )

    /// A glucose.
    static let glucose = ClinicalUse(
        category: .laboratory,
        loincByUnit: ["mmol/L": "15074-8"],
        variants: samples,
        meter: .glucoseMeter
    )

    /// A member of a blood pressure; its profile takes one unit.
    static func pressure(_ term: String) -> ClinicalUse {
        ClinicalUse(
            category: .vitalSigns,
            units: ["mm[Hg]"],
            term: term,
            meter: .bloodPressureMonitor,
            panel: .bloodPressure
        )
    }

    /// A value of a breath.
    static func breath(_ term: String, meter: MeterKind) -> ClinicalUse {
        ClinicalUse(category: .procedure, term: term, meter: meter)
    }

    /// A part of the body by a scale.
    static func composition(_ term: String, units: [String] = []) -> ClinicalUse {
        ClinicalUse(category: .exam, units: units, term: term, meter: .bodyComposition)
    }

    /// The codes by the sample that the meter names: `41653-7` and `14743-9` are capillary blood by glucometer.
    ///
    /// A meter that names no sample has no MDC code; venous and arterial samples of a meter have no LOINC code.
    private static let samples: [CodeVariant] = [
        sample("capillary_whole_blood", term: "CAPILLARY_WHOLEBLOOD", mdc: 160_184, loinc: capillary),
        sample("capillary_plasma", term: "CAPILLARY_PLASMA", mdc: 160_188, loinc: capillary),
        sample("venous_whole_blood", term: "VENOUS_WHOLEBLOOD", mdc: 160_192, loinc: [:]),
        sample("venous_plasma", term: "VENOUS_PLASMA", mdc: 160_196, loinc: [:]),
        sample("arterial_whole_blood", term: "ARTERIAL_WHOLEBLOOD", mdc: 160_200, loinc: [:]),
        sample("arterial_plasma", term: "ARTERIAL_PLASMA", mdc: 160_204, loinc: [:]),
        sample("undetermined_whole_blood", term: "UNDETERMINED_WHOLEBLOOD", mdc: 160_364, loinc: nil),
        sample(
            "undetermined_plasma",
            term: "UNDETERMINED_PLASMA",
            mdc: 160_368,
            loinc: ["mg/dL": "2345-7", "mmol/L": "14749-6"]
        ),
        sample("interstitial_fluid", term: "ISF", mdc: 160_212, loinc: ["mg/dL": "99504-3", "mmol/L": "105272-9"]),
    ]

    private static let capillary = ["mg/dL": "41653-7", "mmol/L": "14743-9"]

    private static func sample(_ name: String, term: String, mdc: Int, loinc: [String: String]?) -> CodeVariant {
        CodeVariant(condition: .flag("sample_\(name)"), loinc: loinc, mdc: mdc, term: "MDC_CONC_GLU_\(term)")
    }
}
