import Testing
import VitalRecords

@Suite("typed values") struct ValueCheckTests {
    private func measured(_ metric: MetricName, _ value: String, _ unit: String) throws -> Measurement {
        Measurement(metric: metric, value: try #require(DecimalNumber(value)), unit: unit, origin: .manual)
    }

    @Test(
        "a typo gets the range and suggestions",
        arguments: [
            (.systolic, "1280", "mm[Hg]", "30 to 300 mmHg", ["128 mmHg"]),
            (.systolic, "-128", "mm[Hg]", "30 to 300 mmHg", ["128 mmHg"]),
            (.systolic, "16.5", "mm[Hg]", "30 to 300 mmHg", ["16.5 kPa", "165 mmHg"]),
            (.bodyTemperature, "385", "Cel", "20 to 45 °C", ["38.5 °C"]),
            (.bodyTemperature, "3.85", "Cel", "20 to 45 °C", ["38.5 °C"]),
            (.bodyTemperature, "101.3", "Cel", "20 to 45 °C", ["101.3 °F"]),
            (.bodyTemperature, "38.5", "[degF]", "68 to 113 °F", ["38.5 °C"]),
            (.bodyWeight, "7000", "kg", "1 to 500 kg", ["70 kg"]),
            (.bloodGlucose, "6.2", "mg/dL", "10 to 1000 mg/dL", ["6.2 mmol/L", "62 mg/dL"]),
            (.bodyHeight, "1.80", "cm", "20 to 280 cm", ["1.80 m", "1.80 ft"]),
            (.carbohydrate, "-30", "g", "0 g or more", ["30 g"]), (.pulse, "9000", "/min", "20 to 300 bpm", ["90 bpm"]),
        ] as [(MetricName, String, String, String, [String])]
    )
    func slips(metric: MetricName, value: String, unit: String, range: String, meant: [String]) throws {
        let found = try #require(ValueCheck.unusual(in: [try measured(metric, value, unit)], typed: [metric]))
        #expect(found.metric == metric)
        #expect(found.message.contains(range), "\(found.message)")
        #expect(!found.message.contains(value))
        #expect(found.suggestions == meant)
    }

    @Test func whatPeopleHaveIsUsual() throws {
        for (metric, value, unit) in [
            (MetricName.bodyTemperature, "101.3", "[degF]"), (.bodyWeight, "154", "[lb_av]"), (.spo2, "0.95", "1"),
            ("body_temperature_deviation", "-0.4", "Cel"), (.bloodGlucose, "6.2", "mmol/L"), ("pool", "-7", "Cel"),
        ] {
            #expect(ValueCheck.unusual(in: [try measured(metric, value, unit)]) == nil, "\(metric)")
        }
    }

    @Test func whatHasToBeLessIsLess() throws {
        let high = [try measured(.systolic, "128", "mm[Hg]"), try measured(.diastolic, "181", "mm[Hg]")]
        #expect(ValueCheck.unusual(in: high)?.suggestions == ["181/128 mmHg"])
        let equal = [try measured(.systolic, "90", "mm[Hg]"), try measured(.diastolic, "90", "mm[Hg]")]
        #expect(ValueCheck.unusual(in: equal)?.metric == .diastolic)
        // Values in different units are compared too.
        let mixed = [try measured(.systolic, "128", "mm[Hg]"), try measured(.diastolic, "24.1", "kPa")]
        #expect(ValueCheck.unusual(in: mixed)?.message == "diastolic is not below systolic")
        let heart = [try measured(.minHeartRate, "60", "/min"), try measured(.maxHeartRate, "50", "/min")]
        #expect(ValueCheck.unusual(in: heart)?.message == "min_heart_rate is more than max_heart_rate")
        let mass = [try measured(.bodyWeight, "70", "kg"), try measured(.bodyLeanMass, "170", "[lb_av]")]
        #expect(ValueCheck.unusual(in: mass)?.metric == .bodyLeanMass)
        #expect(ValueCheck.unusual(in: high, typed: []) == nil, "what nobody typed is not judged")
        #expect(ValueCheck.unusual(in: high, typed: [.diastolic]) != nil)
    }

    @Test func halvesAndRepeatsAreSlips() throws {
        let half = [try measured(.diastolic, "80", "mm[Hg]")]
        #expect(ValueCheck.unusual(in: half)?.message == "diastolic also needs systolic")
        let twice = [try measured(.pulse, "60", "/min"), try measured(.pulse, "60", "/min")]
        #expect(ValueCheck.unusual(in: twice)?.message == "pulse occurs twice")
        let unit = [try measured(.pulse, "60", "kg")]
        #expect(ValueCheck.unusual(in: unit)?.message.contains("/min") == true)
    }

    @Test func aMissingUnitIsGuessedForPeopleOnly() throws {
        let glucose = try #require(MetricTable.metric(named: .bloodGlucose))
        #expect(glucose.needsUnit)
        #expect(ValueCheck.usualUnits(for: try #require(DecimalNumber("6.2")), of: glucose) == ["6.2 mmol/L"])
        #expect(ValueCheck.usualUnits(for: 110, of: glucose) == ["110 mg/dL"])
        let temperature = try #require(MetricTable.metric(named: .bodyTemperature))
        #expect(ValueCheck.usualUnits(for: 385, of: temperature) == ["38.5 °C"])
        #expect(MetricTable.metric(named: .pulse)?.needsUnit == false)
        let needing = MetricTable.metrics.filter(\.needsUnit).map(\.name)
        #expect(needing.contains(.bodyWeight) && needing.contains("hdl") && !needing.contains(.steps))
    }

    @Test(
        "no name of a person is left of a source",
        arguments: [
            ("Apple Watch de Zoé", "Apple Watch"), ("Apple\u{A0}Watch de Zoé", "Apple Watch"),
            ("Zoé’s iPhone", "iPhone"), ("iPhone von Max Mustermann", "iPhone"), ("Garmin Connect", "Garmin Connect"),
            ("Maria's scale", nil), ("Max", nil), ("iPhoneMax", nil), ("", nil),
        ] as [(String, String?)]
    )
    func sourcesWithoutNames(name: String, kind: String?) {
        var source = RecordSource(kind: .healthImport, model: "Watch", serial: "123", originalSource: name)
        source.recognition = DisplayRecognition(text: "128\n81", confidence: 1, accepted: true)
        let shown = source.withoutNames
        #expect(shown.originalSource == kind)
        #expect(shown.model == "Watch")
        #expect(shown.serial == nil && shown.recognition?.text == "")
    }
}
