extension MetricTable {
    /// Metrics of blood pressure monitors, oximeters and thermometers.
    static let vitals: [Metric] = [
        Metric(
            .systolic,
            units: .bloodPressures,
            inform: .published("mmHg"),
            legacy: [.biometrics: "systolic"],
            plausible: 30...300,
            loinc: "8480-6",
            mdc: 150_021,
            clinical: .pressure("MDC_PRESS_BLD_NONINV_SYS")
        ),
        Metric(
            .diastolic,
            units: .bloodPressures,
            inform: .published("mmHg"),
            legacy: [.biometrics: "diastolic"],
            plausible: 15...250,
            loinc: "8462-4",
            mdc: 150_022,
            clinical: .pressure("MDC_PRESS_BLD_NONINV_DIA")
        ),
        // Neither API has a public field for the mean arterial pressure.
        Metric(
            .meanArterialPressure,
            units: .bloodPressures,
            plausible: 20...270,
            loinc: "8478-0",
            mdc: 150_023,
            clinical: .pressure("MDC_PRESS_BLD_NONINV_MEAN")
        ),
        // The legacy API has a field for the resting heart rate only, and a resting heart rate has precedence.
        Metric(
            .pulse,
            units: [.perMinute],
            inform: .published("bpm"),
            standsInFor: [.biometrics: "resting_heartrate"],
            plausible: 20...300,
            loinc: "8867-4",
            mdc: 149_530,
            clinical: .heartRate
        ),
        Metric(
            .spo2,
            units: .percents,
            inform: .assumed("%"),
            legacy: [.biometrics: "spo2"],
            plausible: 30...100,
            loinc: "59408-5",
            mdc: 150_456,
            clinical: .saturation
        ),
        // Neither API has it.
        Metric(
            .pulseAmplitudeIndex,
            units: [.percent],
            plausible: 0...30,
            loinc: "61006-3",
            mdc: 150_488,
            clinical: ClinicalUse(category: .exam, term: "MDC_BLD_PERF_INDEX", meter: .oximeter)
        ),
        Metric("avg_spo2", units: .percents, inform: .assumed("%"), plausible: 30...100),
        Metric("min_spo2", units: .percents, inform: .assumed("%"), plausible: 30...100),
        Metric("max_spo2", units: .percents, inform: .assumed("%"), plausible: 30...100),
        Metric(
            .bodyTemperature,
            units: .temperatures,
            inform: .assumed("C"),
            legacy: [.biometrics: "temperature"],
            plausible: 20...45,
            loinc: "8310-5",
            mdc: 150_364,
            clinical: .temperature
        ),
        // Home Assistant's class `temperature` would apply the offset between scales to a difference.
        Metric(
            "body_temperature_deviation",
            units: [.celsiusDifference, .fahrenheitDifferenceAsCelsius],
            inform: .assumed("C"),
            homeAssistant: HomeAssistantSensor(deviceClass: "temperature_delta", unit: "°C", ucum: "Cel")
        ),
        Metric(
            .respiratoryRate,
            units: [.breathsPerMinute],
            inform: .assumed("breaths/min"),
            plausible: 2...100,
            loinc: "9279-1",
            mdc: 151_562,
            clinical: .respiration
        ),
    ]
}

extension MetricTable {
    /// Metrics of spirometers and peak flow meters.
    ///
    /// The Inform API replaced `peak_flow` by these names in 2019.
    static let respiration: [Metric] = [
        Metric(
            "fev1",
            units: .airVolumes,
            inform: .assumed("L"),
            loinc: "20150-9",
            mdc: 152_586,
            clinical: .breath("MDC_VOL_AWAY_EXP_FORCED_1S", meter: .spirometer)
        ),
        Metric(
            "fev6",
            units: .airVolumes,
            inform: .assumed("L"),
            mdc: 152_587,
            clinical: .breath("MDC_VOL_AWAY_EXP_FORCED_6S", meter: .spirometer)
        ),
        Metric("fvc", units: .airVolumes, inform: .assumed("L")),
        Metric(
            "pef",
            units: [.litrePerMinute, .litrePerSecondAsLitrePerMinute],
            inform: .assumed("L/min"),
            loinc: "33452-4",
            mdc: 152_584,
            clinical: .breath("MDC_FLOW_AWAY_EXP_FORCED_PEAK", meter: .peakFlowMeter)
        ),
        Metric("fef_25_75", units: [.litrePerSecond], inform: .assumed("L/s")),
        Metric("fet", units: .durations, inform: .assumed("s")),
        Metric("fev1_per_fvc", units: .percents, inform: .assumed("%")),
        Metric("fev1_per_fev6", units: .percents, inform: .assumed("%")),
    ]
}
