import Testing
import VitalRecords

@Suite("values for people") struct MeasuredTextTests {
    private func measured(_ metric: MetricName, _ value: String, _ unit: String) throws -> Measurement {
        Measurement(metric: metric, value: try #require(DecimalNumber(value)), unit: unit)
    }

    @Test(
        arguments: [
            (.spo2, "0.95", "1", "95 %"), (.spo2, "0.953", "1", "95.3 %"), (.spo2, "98", "%", "98 %"),
            (.bodyTemperature, "37.6", "Cel", "37.6 °C"), (.bodyTemperature, "101.0", "[degF]", "101.0 °F"),
            (.bodyWeight, "81.2", "kg", "81.2 kg"), (.bodyWeight, "12.5", "[stone_av]", "12.5 st"),
            (.bloodGlucose, "6.2", "mmol/L", "6.2 mmol/L"), (.pulse, "72", "/min", "72 bpm"),
            (.respiratoryRate, "14", "/min", "14 breaths/min"), (.steps, "8123", "1", "8123"),
            (.bmi, "23.5", "kg/m2", "23.5 kg/m²"), (.menstrualFlow, "3", "1", "medium"),
            ("inr", "2.5", "{INR}", "2.5 INR"),
            ("pool", "21.5", "Cel", "21.5 °C"), ("pool", "3", "[pH]", "3 [pH]"),
        ] as [(MetricName, String, String, String)]
    )
    func oneValue(metric: MetricName, value: String, unit: String, text: String) throws {
        #expect(MeasuredText.value(try measured(metric, value, unit)) == text)
    }

    @Test func manyValues() throws {
        let values = [
            try measured(.systolic, "128", "mm[Hg]"), try measured(.diastolic, "81", "mm[Hg]"),
            try measured(.meanArterialPressure, "97", "mm[Hg]"), try measured(.pulse, "72", "/min"),
        ]
        #expect(MeasuredText.text(values) == "128/81 mmHg, pulse 72 bpm")
        let mixed = [try measured(.systolic, "128", "mm[Hg]"), try measured(.diastolic, "10.8", "kPa")]
        #expect(MeasuredText.text(mixed) == "systolic 128 mmHg, diastolic 10.8 kPa")
        #expect(MeasuredText.text([]).isEmpty)
    }

    /// Every unit is understood as it is displayed, also in capitals and with a space.
    @Test func everyUnitIsUnderstood() {
        for metric in MetricTable.metrics {
            for unit in metric.units {
                #expect(metric.unit(typed: unit.ucum) == unit, "\(metric.name) \(unit.ucum)")
                #expect(metric.unit(typed: unit.label) == unit, "\(metric.name) \(unit.label)")
                #expect(metric.unit(typed: unit.typed.uppercased()) == unit, "\(metric.name) \(unit.typed)")
            }
            #expect(metric.unit(typed: "bushels") == nil && metric.unit(typed: "") == nil)
        }
    }
}
