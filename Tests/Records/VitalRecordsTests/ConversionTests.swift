import Testing
import VitalRecords

/// Derived values are as precise as the device's value, and no more precise.
@Suite struct ConversionTests {
    private func convert(_ value: String, _ name: MetricName, _ from: String, _ to: String) throws -> String {
        let metric = try #require(MetricTable.metric(named: name))
        return try metric.convert(try #require(DecimalNumber(value)), from: from, to: to).description
    }

    @Test(
        arguments: [
            ("6.2", .bloodGlucose, "mmol/L", "mg/dL", "112"), ("112", .bloodGlucose, "mg/dL", "mmol/L", "6.22"),
            ("5.55", .bloodGlucose, "mmol/L", "mg/dL", "100.0"), ("100", .bodyWeight, "[lb_av]", "kg", "45.4"),
            ("45.4", .bodyWeight, "kg", "[lb_av]", "100.1"), ("80.00", .bodyWeight, "kg", "[lb_av]", "176.37"),
            ("11.5", .bodyWeight, "[stone_av]", "kg", "73.0"), ("14", .bodyWeight, "[lb_av]", "[stone_av]", "1.00"),
            ("1", .bodyWeight, "[stone_av]", "[lb_av]", "14"), ("98.6", .bodyTemperature, "[degF]", "Cel", "37.00"),
            ("37.0", .bodyTemperature, "Cel", "[degF]", "98.6"), ("310.15", .bodyTemperature, "K", "Cel", "37.00"),
            ("98.60", .bodyTemperature, "[degF]", "K", "310.150"), ("16.0", .systolic, "kPa", "mm[Hg]", "120.0"),
            ("120", .systolic, "mm[Hg]", "kPa", "16.0"), ("36.50", .bodyTemperature, "Cel", "Cel", "36.50"),
            ("3.1", .distance, "[mi_i]", "m", "4989"), ("1.5", .activeDuration, "h", "s", "5400"),
            ("1", .energyBurned, "J", "kcal", "0.0002"), ("418.4", .energyBurned, "kJ", "kcal", "100.00"),
            ("0.97", .spo2, "1", "%", "97"), ("97", .spo2, "%", "1", "0.97"),
        ] as [(String, MetricName, String, String, String)]
    )
    func digitsFollowFromTheDevices(value: String, name: MetricName, from: String, to: String, expected: String) throws
    {
        #expect(try convert(value, name, from, to) == expected)
    }

    /// Every value that a device can show returns from a conversion with its original digits.
    @Test(
        arguments: [
            (.bloodGlucose, "mg/dL", "mmol/L", 0, 10...700), (.bloodGlucose, "mmol/L", "mg/dL", 1, 5...400),
            (.bodyWeight, "kg", "[lb_av]", 1, 20...3_000), (.bodyWeight, "kg", "[lb_av]", 2, 1_000...12_000),
            (.bodyWeight, "[lb_av]", "kg", 1, 20...6_000), (.bodyWeight, "[stone_av]", "kg", 1, 10...400),
            (.bodyWeight, "[lb_av]", "[stone_av]", 1, 20...6_000), (.bodyTemperature, "Cel", "[degF]", 1, 250...450),
            (.bodyTemperature, "Cel", "[degF]", 2, 3_000...4_500), (.bodyTemperature, "[degF]", "Cel", 1, 800...1_150),
            (.systolic, "mm[Hg]", "kPa", 0, 0...300), (.systolic, "kPa", "mm[Hg]", 1, 0...400),
        ] as [(MetricName, String, String, Int, ClosedRange<Int64>)]
    )
    func roundTripsGiveTheDevicesDigitsBack(
        name: MetricName,
        from: String,
        to: String,
        digits: Int,
        values: ClosedRange<Int64>
    ) throws {
        let metric = try #require(MetricTable.metric(named: name))
        var wrong: [String] = []
        for mantissa in values {
            let value = DecimalNumber(mantissa: mantissa, exponent: Int8(-digits))
            let there = try metric.convert(value, from: from, to: to)
            let back = try metric.convert(there, from: to, to: from, fractionDigits: digits)
            // More digits than that would claim a precision that was never measured.
            if back.description != value.description || there.fractionDigits > digits + 2 { wrong.append("\(value)") }
        }
        #expect(wrong.isEmpty)
    }

    /// A conversion between two non-canonical units uses one fraction, so that nothing is rounded twice.
    @Test func nothingIsRoundedTwice() throws {
        let metric = try #require(MetricTable.metric(named: .bodyWeight))
        var wrong: [Int64] = []
        for pounds in Int64(1)...2_000 {
            // 14 lb are exactly one stone: n/14 rounded half to even.
            let expected = DecimalNumber(pounds).multiplied(by: 1, over: 14, fractionDigits: 2)
            let stone = try metric.convert(DecimalNumber(pounds), from: "[lb_av]", to: "[stone_av]", fractionDigits: 2)
            if stone.description != expected?.description { wrong.append(pounds) }
        }
        #expect(wrong.isEmpty)
    }

    @Test func whatDoesNotFitWithAllDigitsGetsFewer() throws {
        let metric = try #require(MetricTable.metric(named: .bodyWeight))
        let long = try #require(DecimalNumber("81234.56789012345678"))
        #expect(try metric.convert(long, from: "g", to: "kg").description.hasPrefix("81.234567890"))
        #expect(throws: VitalRecordsError.self) {
            try metric.convert(DecimalNumber(mantissa: .max, exponent: 100), from: "g", to: "kg")
        }
        #expect(throws: VitalRecordsError.self) { try metric.convert(1, from: "g", to: "m") }
        #expect(try metric.convert(DecimalNumber(mantissa: 1, exponent: -128), from: "g", to: "kg") == 0)
        #expect(try metric.convert(DecimalNumber(mantissa: -5, exponent: 0), from: "kg", to: "g") == -5_000)
    }
}
