import Testing
import VitalRecords

@Suite struct MetricTableTests {
    private func convert(_ value: String, _ name: MetricName, _ from: String, _ to: String, _ digits: Int) throws
        -> String
    {
        let metric = try #require(MetricTable.metric(named: name))
        return try metric.convert(try #require(DecimalNumber(value)), from: from, to: to, fractionDigits: digits)
            .description
    }

    @Test(arguments: [
        ("1", "mm[Hg]", "kPa", 9, "0.133322387"), ("16.0", "kPa", "mm[Hg]", 0, "120"),
        ("120", "mm[Hg]", "kPa", 1, "16.0"),
        ("18.9", "kPa", "mm[Hg]", 3, "141.762"), ("36.50", "kPa", "kPa", 0, "36.50"),
        ("120", "mm[Hg]", "kPa", 6, "15.998686"),
    ])
    func pressuresConvert(value: String, from: String, to: String, digits: Int, expected: String) throws {
        #expect(try convert(value, .systolic, from, to, digits) == expected)
    }

    @Test func otherUnitsConvert() throws {
        #expect(try convert("98.6", .bodyTemperature, "[degF]", "Cel", 1) == "37.0")
        #expect(try convert("37.0", .bodyTemperature, "Cel", "[degF]", 1) == "98.6")
        #expect(try convert("-40", .bodyTemperature, "Cel", "[degF]", 0) == "-40")
        #expect(try convert("157", .bodyWeight, "[lb_av]", "kg", 4) == "71.2140")
        #expect(try convert("6.2", .bloodGlucose, "mmol/L", "mg/dL", 0) == "112")
        #expect(try convert("112", .bloodGlucose, "mg/dL", "mmol/L", 1) == "6.2")
    }

    @Test func unknownUnitsAreNamed() throws {
        let metric = try #require(MetricTable.metric(named: .systolic))
        let error = #expect(throws: VitalRecordsError.self) {
            try metric.convert(1, from: "bar", to: "kPa", fractionDigits: 0)
        }
        #expect(error?.code == .unknownUnit)
        #expect(error?.message.contains("mm[Hg], kPa") == true)
    }

    @Test func valuesThatDoNotFitAreRefused() throws {
        let metric = try #require(MetricTable.metric(named: .systolic))
        let error = #expect(throws: VitalRecordsError.self) {
            try metric.convert(DecimalNumber(mantissa: 1, exponent: 127), from: "kPa", to: "mm[Hg]", fractionDigits: 0)
        }
        #expect(error?.code == .overflow)
        let measurement = Measurement(metric: .systolic, value: DecimalNumber(mantissa: 1, exponent: 127), unit: "kPa")
        #expect(measurement.isImplausible)
    }

    @Test func rowsAreConsistent() {
        #expect(Set(MetricTable.metrics.map(\.name)).count == MetricTable.metrics.count)
        for metric in MetricTable.metrics {
            let canonical = metric.canonicalUnit
            #expect(canonical.numerator == canonical.denominator && canonical.offset == 0, "\(metric.name)")
            #expect(metric.units.first == canonical)
            #expect(metric.inform?.units.isEmpty != true)
            #expect(metric.units.allSatisfy { $0.numerator != 0 && $0.denominator != 0 })
            // The units that destinations and Home Assistant want must be reachable by conversion.
            let wanted = (metric.inform?.units.map(\.ucum) ?? []) + metric.legacy.map(\.ucum)
            for ucum in wanted + [metric.homeAssistant.ucum] {
                #expect(metric.unit(ucum) != nil, "\(metric.name) \(ucum)")
            }
            #expect(Set(metric.units.map(\.ucum)).count == metric.units.count, "\(metric.name)")
            #expect(Set(metric.legacy.map(\.resource)).count == metric.legacy.count, "\(metric.name)")
        }
    }

    @Test(
        arguments: [
            (.systolic, "8480-6", "systolic"), (.diastolic, "8462-4", "diastolic"),
            (.meanArterialPressure, "8478-0", nil), (.pulse, "8867-4", "resting_heartrate"), (.spo2, "59408-5", "spo2"),
            (.bodyTemperature, "8310-5", "temperature"), (.bodyWeight, "29463-7", "weight"),
            (.bloodGlucose, "2339-0", "blood_glucose"),
        ] as [(MetricName, String, String?)]
    )
    func codesAreThoseOfTheirRegistries(name: MetricName, loinc: String, legacy: String?) throws {
        let metric = try #require(MetricTable.metric(named: name))
        #expect(metric.loinc == loinc)
        #expect(metric.legacy.first?.field == legacy)
    }

    /// A code for a mass is never one for an amount: where the table converts by a molar mass, each unit has a separate
    /// code.
    @Test func amountsAndMassesHaveCodesOfTheirOwn() {
        for metric in MetricTable.metrics where metric.loinc != nil {
            let units = Set(metric.units.map(\.ucum))
            guard units.isSuperset(of: ["mg/dL", "mmol/L"]) else { continue }
            let mass = metric.codes(unit: "mg/dL", flags: [], others: []).loinc
            #expect(mass != metric.codes(unit: "mmol/L", flags: [], others: []).loinc, "\(metric.name)")
        }
        for metric in MetricTable.metrics {
            #expect(metric.clinical.units.allSatisfy { metric.unit($0) != nil }, "\(metric.name)")
        }
    }

    @Test(
        arguments: [
            (.bodyHeight, 188_740), (.bmi, 188_752), (.bodyFat, 188_748), (.respiratoryRate, 151_562), ("pef", 152_584),
        ] as [(MetricName, Int)]
    )
    func nomenclatureCodesAreThoseOfTheStandard(name: MetricName, mdc: Int) throws {
        let metric = try #require(MetricTable.metric(named: name))
        #expect(metric.mdc == mdc)
        #expect(metric.clinical.term?.hasPrefix("MDC_") == true)
    }

    /// Two metrics may share a legacy field only if one of them substitutes for the other.
    @Test func aLegacyFieldHasOneMetricThatMeansIt() {
        let fields = MetricTable.metrics.flatMap { metric in metric.legacy.map { (metric.name, $0) } }
        for (name, field) in fields {
            let others = fields.filter {
                $0.0 != name && $0.1.resource == field.resource && $0.1.field == field.field
            }
            #expect(field.isStandIn ? others.contains { !$0.1.isStandIn } : others.allSatisfy(\.1.isStandIn))
        }
        #expect(MetricTable.metric(named: .pulse)?.legacyField(in: .biometrics)?.isStandIn == true)
    }

    @Test func homeAssistantClassesFollowFromUnits() throws {
        let classes = ["steps": nil, "distance": "distance", "sleep_duration": "duration", "body_fat": nil]
        for (name, wanted) in classes {
            #expect(MetricTable.metric(named: MetricName(rawValue: name))?.homeAssistant.deviceClass == wanted)
        }
        let deviation = try #require(MetricTable.metric(named: "body_temperature_deviation"))
        #expect(deviation.homeAssistant.deviceClass == "temperature_delta")
        #expect(try deviation.convert(9, from: "[degF]", to: "Cel") == 5)
    }
}
