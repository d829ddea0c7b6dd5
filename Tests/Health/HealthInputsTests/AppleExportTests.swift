import HealthInputs
import HealthTypes
import SeededRandom
import Testing
import VitalRecords

@Suite struct AppleExportTests {
    @Test func everyElementIsUnderstood() throws {
        let (sink, report) = try AppleXML.read(AppleXML.all)
        #expect(report.damage.count == 0)
        #expect(report.cut == nil)
        #expect(report.bytes > 4_000)
        #expect(
            report.elements == [
                "HKQuantityTypeIdentifierStepCount": 2, "HKQuantityTypeIdentifierBloodGlucose": 1,
                "HKCategoryTypeIdentifierSleepAnalysis": 1, "HKCategoryTypeIdentifierMindfulSession": 1,
                "HKCorrelationTypeIdentifierBloodPressure": 1, "HKWorkoutTypeIdentifier": 1,
                "HKActivitySummaryTypeIdentifier": 1, "ClinicalRecord": 1, "HKDataTypeIdentifierAudiogram": 1,
                "HKQuantityTypeIdentifierHeartRateVariabilitySDNN": 1,
            ]
        )
        #expect(sink.samples.count == 6)
        #expect(sink.samples.map { sink.types[$0.type] }.first == "HKQuantityTypeIdentifierStepCount")
        #expect(sink.units == ["count", "mmol<180.1558800000541>/L", "mmHg", "ms"])
        #expect(sink.sources[0].kind == .watch)
        #expect(sink.sources[0].name == "Kim’s Apple\u{A0}Watch")
        #expect(sink.sources[0].model == "Watch7,2")
        #expect(sink.sources[0].manufacturer == "Apple Inc.")
        #expect(sink.sources[1].name == "Steps & \"Co\" 😀")
    }

    @Test func samplesHaveTheirTimesAndValues() throws {
        let samples = try AppleXML.read(AppleXML.all).sink.samples
        // 2026-03-01T12:00:00Z
        #expect(samples[0].start == 1_772_366_400)
        #expect(samples[0].end == 1_772_366_730)
        #expect(samples[0].value == 412)
        #expect(samples[1].flags == .userEntered)
        #expect(samples[2].flags == .afterMeal)
        #expect(samples[2].value == DecimalNumber(mantissa: 55, exponent: -1))
        #expect(samples[3].value == DecimalNumber(HealthCategory.asleepDeep))
        #expect(samples[3].unit == nil)
        #expect(samples[4].value == 0)
        #expect(samples[4].end - samples[4].start == 180)
    }

    @Test func groupsHaveTheirParts() throws {
        let sink = try AppleXML.read(AppleXML.all).sink
        let pressure = try #require(sink.correlations.first)
        #expect(pressure.samples.map(\.value) == [120, 80])
        let run = try #require(sink.workouts.first)
        #expect(run.activity == "HKWorkoutActivityTypeRunning")
        #expect(run.duration == 1_830)
        #expect(run.end - run.start == 2_100)
        // The nested statistics repeat the energy, and are ignored.
        #expect(run.statistics.map(\.unit) == ["Cal", "count/min"])
        #expect(run.statistics[0].sum == DecimalNumber(mantissa: 2_505, exponent: -1))
        #expect(run.statistics[1].maximum == 171)
        #expect(run.routes == ["/workout-routes/route_2026-03-02_5.35pm.gpx"])
    }

    @Test func zonesAreHintedAt() throws {
        let hints = try AppleXML.read(AppleXML.all).sink.hints
        #expect(
            hints.map(\.zone) == [
                .named("Europe/Berlin"), .named("America/New_York"), .named("America/New_York"),
                // The beat's clock shows 11:00 at 16:00 UTC: five hours behind, whatever the record's date states.
                .clock(19 * 3_600),
            ]
        )
        // It is the zone at the time of writing.
        #expect(hints[0].time == 1_772_427_600)
    }

    @Test("a person is only a fingerprint")
    func person() throws {
        let bytes = Array(AppleXML.all.utf8)
        let (sink, _) = try AppleXML.read(bytes)
        let print = try #require(sink.fingerprint)
        #expect(print.count == 32)
        #expect(try AppleXML.read(bytes).sink.fingerprint == print)
        #expect(try AppleXML.read(bytes, salt: [2]).sink.fingerprint != print)
        let other = AppleXML.all.replacing("1985-03-09", with: "1985-03-08")
        #expect(try AppleXML.read(other).sink.fingerprint != print)
        #expect("\(sink)".contains("1985") == false)
        #expect(try AppleXML.read(AppleXML.all.replacing("1985-03-09", with: "")).sink.fingerprint == nil)
    }

    @Test(arguments: Array(1...40) + [64, 100, 255, 1_000, 4_096])
    func blocksOfAnySizeGiveTheSame(block: Int) throws {
        let whole = try AppleXML.read(AppleXML.all)
        let parts = try AppleXML.read(AppleXML.all, block: block)
        #expect(parts.sink == whole.sink)
        #expect(parts.report.elements == whole.report.elements)
    }

    @Test("cut at any byte, everything before is delivered and the cut is reported")
    func truncation() throws {
        let bytes = Array(AppleXML.all.utf8)
        let whole = try AppleXML.read(bytes).sink
        let end = bytes.count - 14
        for length in 0..<bytes.count {
            let (sink, report) = try AppleXML.read(Array(bytes.prefix(length)))
            #expect(whole.samples.starts(with: sink.samples), "cut at \(length)")
            #expect(whole.events.starts(with: sink.events), "cut at \(length)")
            if length < end {
                #expect(report.damage.count > 0, "cut at \(length)")
                // Before the root element there is no data.
                #expect(report.cut != nil || length < AppleXML.head.utf8.count + 30, "cut at \(length)")
            }
        }
    }

    @Test("a flipped bit does not affect the data before it")
    func flips() throws {
        let bytes = Array(AppleXML.all.utf8)
        var random = SplitMix64(seed: 6)
        for _ in 0..<400 {
            let place = Int.random(in: bytes.indices, using: &random)
            var damaged = bytes
            damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            let before = try AppleXML.read(Array(bytes.prefix(place))).sink
            let (sink, report) = try AppleXML.read(damaged, block: Int.random(in: 1...300, using: &random))
            #expect(sink.samples.starts(with: before.samples), "at \(place)")
            #expect(report.elements.values.reduce(0, +) <= 14)
        }
    }

    @Test("dates of a phone with a 12-hour clock", arguments: [" ", "\u{202F}"])
    func halfDayClock(space: String) throws {
        let date = "2026-03-01 7:05:00\(space)PM +0100"
        let record = "<Record type=\"HKQuantityTypeIdentifierHeartRate\" sourceName=\"Watch\" unit=\"count/min\" "
        let text = "<HealthData>\(record)startDate=\"\(date)\" endDate=\"\(date)\" value=\"62\"/></HealthData>"
        let (sink, report) = try AppleXML.read(text)
        #expect(sink.samples.map(\.start) == [1_772_388_300])
        #expect(report.damage.count == 0)
    }
}
