extension MetricTable {
    /// What cuffs, oximeters and thermometers measure.
    static let vitals: [Metric] = [
        Metric(
            .systolic,
            .bloodPressures,
            inform: .published("mmHg"),
            legacy: [.biometrics: "systolic"],
            plausible: 30...300,
            loinc: "8480-6",
            mdc: 150_021
        ),
        Metric(
            .diastolic,
            .bloodPressures,
            inform: .published("mmHg"),
            legacy: [.biometrics: "diastolic"],
            plausible: 15...250,
            loinc: "8462-4",
            mdc: 150_022
        ),
        // Neither API has a public place for the mean arterial pressure.
        Metric(.meanArterialPressure, .bloodPressures, plausible: 20...270, loinc: "8478-0", mdc: 150_023),
        // The legacy API's only field for a heart rate is the resting one, which a resting heart rate has first.
        Metric(
            .pulse,
            [.perMinute],
            inform: .published("bpm"),
            standsInFor: [.biometrics: "resting_heartrate"],
            plausible: 20...300,
            loinc: "8867-4",
            mdc: 149_530
        ),
        Metric(
            .spo2,
            .percents,
            inform: .assumed("%"),
            legacy: [.biometrics: "spo2"],
            plausible: 30...100,
            loinc: "59408-5",
            mdc: 150_456
        ),
        // Neither API has a place for it.
        Metric(.pulseAmplitudeIndex, [.percent], plausible: 0...30),
        Metric("avg_spo2", .percents, inform: .assumed("%"), plausible: 30...100),
        Metric("min_spo2", .percents, inform: .assumed("%"), plausible: 30...100),
        Metric("max_spo2", .percents, inform: .assumed("%"), plausible: 30...100),
        Metric(
            .bodyTemperature,
            .temperatures,
            inform: .assumed("C"),
            legacy: [.biometrics: "temperature"],
            plausible: 20...45,
            loinc: "8310-5",
            mdc: 150_364
        ),
        // Home Assistant's temperature class would shift a difference by the scales' offset.
        Metric(
            "body_temperature_deviation",
            [.celsiusDifference, .fahrenheitDifferenceAsCelsius],
            inform: .assumed("C"),
            homeAssistant: HomeAssistantSensor(unit: "°C", ucum: "Cel")
        ),
        Metric(
            .respiratoryRate,
            [.breathsPerMinute],
            inform: .assumed("breaths/min"),
            plausible: 2...100,
            loinc: "9279-1"
        ),
    ]
}
