import Foundation
import Testing
import VitalRecords

/// Usual, unusual and impossible values, from any source.
@Suite struct ValueVerdictTests {
    private static func reading(_ values: [(MetricName, DecimalNumber, String)]) throws -> Reading {
        Reading(
            readingKey: try #require(ReadingKey(rawValue: "rnd1-1")),
            type: .biometrics,
            timestamp: Date(timeIntervalSince1970: 1_786_000_000),
            timeQuality: .deviceClock,
            receivedAt: Date(timeIntervalSince1970: 1_786_000_000),
            hub: try #require(HubID(rawValue: "room-1")),
            source: RecordSource(kind: .bluetooth),
            measurements: values.map { Measurement(metric: $0.0, value: $0.1, unit: $0.2, origin: .device) }
        )
    }

    /// In every row the plausible range is usual, and values below or far above it are impossible.
    @Test(arguments: MetricTable.metrics.filter { $0.plausibleRange != nil && $0.possibleRange != nil })
    func everyRangeHasItsVerdicts(metric: Metric) throws {
        let range = try #require(metric.plausibleRange)
        func verdict(_ value: DecimalNumber) throws -> ValueVerdict {
            try Self.reading([(metric.name, value, metric.canonicalUnit.ucum)]).verdict
        }
        #expect(try verdict(range.lowerBound) == .usual && verdict(range.upperBound) == .usual)
        #expect(try verdict(DecimalNumber(mantissa: -1, exponent: 0)) == .impossible(metric.name))
        if range.lowerBound > 0 { #expect(try verdict(0) == .impossible(metric.name)) }
        let huge = DecimalNumber(mantissa: range.upperBound.mantissa * 10 + 1_001, exponent: range.upperBound.exponent)
        #expect(try verdict(huge) == .impossible(metric.name))
        #expect(try verdict(DecimalNumber(mantissa: 128, exponent: 8)) == .impossible(metric.name))
    }

    /// Values that real devices and exports have sent.
    @Test func whatWasDeliveredOnceIsHeldOrNobodys() throws {
        let pressure = { (high: DecimalNumber, low: DecimalNumber) in
            try Self.reading([(.systolic, high, "mm[Hg]"), (.diastolic, low, "mm[Hg]")]).verdict
        }
        #expect(try pressure(182_400, DecimalNumber(mantissa: 128, exponent: 8)) == .impossible(.systolic))
        #expect(try pressure(0, 0) == .impossible(.systolic))
        #expect(try pressure(80, 128) == .unusual(.diastolic), "they are the wrong way round")
        #expect(try pressure(310, 90) == .unusual(.systolic))
        #expect(try pressure(128, 80) == .usual)
        #expect(try Self.reading([(.spo2, 9_800, "%")]).verdict == .impossible(.spo2))
        #expect(try Self.reading([(.spo2, 0, "%")]).verdict == .impossible(.spo2))
        #expect(try Self.reading([(.pulse, 0, "/min")]).verdict == .impossible(.pulse))
        #expect(try Self.reading([(.bodyTemperature, 98, "Cel")]).verdict == .impossible(.bodyTemperature))
        #expect(try Self.reading([(.bodyTemperature, 98, "[degF]")]).verdict == .usual)
        #expect(try Self.reading([(.bodyTemperature, 46, "Cel")]).verdict == .unusual(.bodyTemperature))
        #expect(
            try Self.reading([(MetricName(rawValue: "luck"), 9_999, "1")]).verdict == .usual,
            "nothing is known of it"
        )
        var marked = try Self.reading([(.systolic, 128, "mm[Hg]")])
        marked.context = ReadingContext(implausible: [.systolic])
        #expect(marked.verdict == .unusual(.systolic), "its device doubts it")
    }
}
