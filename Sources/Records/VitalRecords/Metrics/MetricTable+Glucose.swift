extension MetricTable {
    /// Glucose and related metrics.
    static let glucose: [Metric] = [
        // The MDC code depends on the sample (capillary, venous, …), so the row has none.
        Metric(
            .bloodGlucose,
            units: .glucoses,
            inform: .asMeasured,
            legacy: [.diabetes: "blood_glucose"],
            plausible: 10...1_000,
            loinc: "2339-0",
            homeAssistant: glucoseSensor,
            clinical: .glucose
        ),
        Metric(
            "avg_blood_glucose",
            units: .glucoses,
            inform: .asMeasured,
            plausible: 10...1_000,
            homeAssistant: glucoseSensor
        ),
        Metric(
            "fasting_plasma_glucose_test",
            units: .glucoses,
            legacy: [.diabetes: "fasting_plasma_glucose_test"],
            plausible: 10...1_000,
            loinc: "1558-6",
            homeAssistant: glucoseSensor,
            clinical: ClinicalUse(category: .laboratory, loincByUnit: ["mmol/L": "14771-0"])
        ),
        Metric(
            "oral_glucose_tolerance_test",
            units: .glucoses,
            legacy: [.diabetes: "oral_glucose_tolerance_test"],
            plausible: 10...1_000,
            homeAssistant: glucoseSensor
        ),
        Metric(
            "random_plasma_glucose_test",
            units: .glucoses,
            legacy: [.diabetes: "random_plasma_glucose_test"],
            plausible: 10...1_000,
            homeAssistant: glucoseSensor
        ),
        Metric(
            "hba1c",
            units: [.percent],
            legacy: [.diabetes: "hba1c"],
            plausible: 2...25,
            loinc: "4548-4",
            mdc: 160_220,
            clinical: ClinicalUse(category: .laboratory, term: "MDC_CONC_HBA1C")
        ),
        Metric("c_peptide", units: [.nanogramPerMillilitre], legacy: [.diabetes: "c_peptide"], loinc: "1986-9"),
        Metric("triglyceride", units: [.milligramPerDecilitre], legacy: [.diabetes: "triglyceride"], loinc: "2571-8"),
        Metric(.insulin, units: [.insulinUnit], inform: .assumed("U"), legacy: [.diabetes: "insulin"]),
        Metric(.bloodKetone, units: [.millimolePerLitre], inform: .assumed("mmol/L"), plausible: 0...30),
        Metric("glucose_ketone_index", units: [.ratio], inform: .assumed("ratio")),
        Metric("gmi", units: [.percent], inform: .assumed("%")),
        Metric("time_in_target", units: .durations, inform: .assumed("s")),
        Metric("time_above_target", units: .durations, inform: .assumed("s")),
        Metric("time_below_target", units: .durations, inform: .assumed("s")),
        Metric("time_above_threshold", units: .durations, inform: .assumed("s")),
        Metric("time_below_threshold", units: .durations, inform: .assumed("s")),
        Metric("hyperglycemic_count", units: [.count], inform: .assumed("count")),
        Metric("hypoglycemic_count", units: [.count], inform: .assumed("count")),
        Metric("coefficient_of_variation", units: .percents, inform: .assumed("%")),
        Metric("capture_rate", units: .percents, inform: .assumed("%")),
        Metric("scan_count", units: [.count], inform: .assumed("count")),
        Metric("days_worn_count", units: [.count], inform: .assumed("count")),
    ]

    private static let glucoseSensor =
        HomeAssistantSensor(deviceClass: "blood_glucose_concentration", unit: "mg/dL", ucum: "mg/dL")
}
