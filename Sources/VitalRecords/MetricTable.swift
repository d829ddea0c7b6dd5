/// The one table of metrics.
///
/// A new metric is a row here, and its name in ``MetricName`` where code needs one.
///
/// Inform and legacy names: the APIs' public pages. LOINC: loinc.org. MDC: IEEE 11073-10101.
/// The pressure in the cuff while it deflates is no measurement of a person and has no row.
public enum MetricTable {
    /// All rows.
    public static let metrics: [Metric] = [
        Metric(
            .systolic,
            units: .mmHg,
            .kPaAsMmHg,
            plausible: 30...300,
            inform: InformMetric("systolic", unit: "mmHg", ucum: "mm[Hg]"),
            legacy: LegacyField(.biometrics, "systolic", ucum: "mm[Hg]"),
            loinc: "8480-6",
            homeAssistant: bloodPressure,
            mdc: 150_021
        ),
        Metric(
            .diastolic,
            units: .mmHg,
            .kPaAsMmHg,
            plausible: 15...250,
            inform: InformMetric("diastolic", unit: "mmHg", ucum: "mm[Hg]"),
            legacy: LegacyField(.biometrics, "diastolic", ucum: "mm[Hg]"),
            loinc: "8462-4",
            homeAssistant: bloodPressure,
            mdc: 150_022
        ),
        // Neither API has a public place for the mean arterial pressure, so it is kept and not uploaded.
        Metric(
            .meanArterialPressure,
            units: .mmHg,
            .kPaAsMmHg,
            plausible: 20...270,
            inform: nil,
            legacy: nil,
            loinc: "8478-0",
            homeAssistant: bloodPressure,
            mdc: 150_023
        ),
        // The legacy API's only field for a heart rate is the resting one.
        Metric(
            .pulse,
            units: .perMinute,
            plausible: 20...300,
            inform: InformMetric("pulse", unit: "bpm", ucum: "/min"),
            legacy: LegacyField(.biometrics, "resting_heartrate", ucum: "/min"),
            loinc: "8867-4",
            homeAssistant: HomeAssistantSensor(unit: "bpm", ucum: "/min"),
            mdc: 149_530
        ),
        Metric(
            .spo2,
            units: .percent,
            plausible: 30...100,
            inform: InformMetric("spo2", unit: "%", ucum: "%", isUnitPublic: false),
            legacy: LegacyField(.biometrics, "spo2", ucum: "%"),
            loinc: "59408-5",
            homeAssistant: HomeAssistantSensor(unit: "%", ucum: "%"),
            mdc: 150_456
        ),
        Metric(
            .bodyTemperature,
            units: .celsius,
            .fahrenheitAsCelsius,
            plausible: 20...45,
            inform: InformMetric("body_temperature", unit: "C", ucum: "Cel", isUnitPublic: false),
            legacy: LegacyField(.biometrics, "temperature", ucum: "Cel"),
            loinc: "8310-5",
            homeAssistant: HomeAssistantSensor(deviceClass: "temperature", unit: "°C", ucum: "Cel"),
            mdc: 150_364
        ),
        Metric(
            .bodyWeight,
            units: .kilogram,
            .poundAsKilogram,
            plausible: 1...500,
            inform: InformMetric("body_weight", unit: "kg", ucum: "kg"),
            legacy: LegacyField(.weight, "weight", ucum: "kg"),
            loinc: "29463-7",
            homeAssistant: HomeAssistantSensor(deviceClass: "weight", unit: "kg", ucum: "kg"),
            mdc: 188_736
        ),
        // The MDC code depends on the sample (capillary, venous, …), so the row has none.
        Metric(
            .bloodGlucose,
            units: .milligramPerDecilitre,
            .glucoseMillimolePerLitre,
            plausible: 10...1_000,
            inform: InformMetric("blood_glucose", unit: "mg/dL", ucum: "mg/dL"),
            legacy: LegacyField(.diabetes, "blood_glucose", ucum: "mg/dL"),
            loinc: "2339-0",
            homeAssistant: HomeAssistantSensor(
                deviceClass: "blood_glucose_concentration",
                unit: "mg/dL",
                ucum: "mg/dL"
            ),
            mdc: nil
        ),
    ]

    /// The row of a metric, or nil for a name that has none.
    public static func metric(named name: MetricName) -> Metric? { byName[name] }

    private static let byName = Dictionary(metrics.map { ($0.name, $0) }) { first, _ in first }

    /// No device class: with `pressure` Home Assistant converts to inHg in a home with US units.
    private static let bloodPressure = HomeAssistantSensor(unit: "mmHg", ucum: "mm[Hg]")
}
