import FoundationEssentials
import Testing
import VitalRecords

@Suite struct DetailsTests {
    private let now = Date(millisecondsSince1970: 1_786_481_760_123)

    private func reading(_ details: RecordDetails?, _ measurements: [Measurement] = []) throws -> Reading {
        Reading(
            readingKey: .random(),
            type: .intraday,
            timestamp: now.addingTimeInterval(-3_600),
            receivedAt: now,
            hub: try HubID("room-12"),
            source: RecordSource(kind: .healthImport, platform: "apple_health"),
            measurements: measurements,
            details: details
        )
    }

    private func steps(_ count: Int, value: DecimalNumber = 12) -> MeasurementSeries {
        let points = (0..<count).map { SeriesPoint(time: now.addingTimeInterval(Double(-$0)), value: value) }
        return MeasurementSeries(metric: .steps, unit: "1", points: points)
    }

    private var meal: RecordSegment {
        let energy = Measurement(metric: .energyConsumed, value: 520, unit: "kcal", origin: .manual)
        let food = FoodItem(
            name: "Toast",
            brand: "Acme",
            measurements: [energy],
            servingAmount: DecimalNumber(mantissa: 150, exponent: -2),
            servingUnit: "slice"
        )
        return RecordSegment(name: "Breakfast", measurements: [energy], foods: [food])
    }

    @Test func detailsSurviveJSON() throws {
        let details = RecordDetails(
            end: now,
            name: "Morning Run",
            category: "running",
            intensity: "high",
            segments: [meal],
            granularity: Granularity(interval: 15, unit: "minute"),
            series: [steps(3, value: DecimalNumber(mantissa: 3_650, exponent: -2))]
        )
        let reading = try reading(details)
        try reading.validate(now: now)
        let copy = try JSONDecoder().decode(Reading.self, from: try JSONEncoder().encode(reading))
        #expect(copy == reading)
        // Equal numbers can differ in digits, and the digits must survive.
        #expect(copy.details?.series.first?.points.first?.value.description == "36.50")
        #expect(copy.details?.segments.first?.foods.first?.servingAmount?.description == "1.50")
        #expect(copy.source.platform == "apple_health")
        let record = VitalRecord(
            reading: copy,
            logID: try #require(LogID(rawValue: "l")),
            seat: try SeatID("room-12")
        )
        #expect(try JSONDecoder().decode(VitalRecord.self, from: try JSONEncoder().encode(record)) == record)
        #expect(record.details == details)
    }

    @Test func emptyDetailsNeedNothing() throws {
        let details = try JSONDecoder().decode(RecordDetails.self, from: Data(#"{"new":1,"end":null}"#.utf8))
        #expect(details == RecordDetails())
    }

    @Test func valuesInDetailsAreEnough() throws {
        try reading(RecordDetails(series: [steps(1)])).validate(now: now)
        try reading(RecordDetails(segments: [meal])).validate(now: now)
        for empty in [RecordDetails(series: [steps(0)]), RecordDetails(segments: [RecordSegment(name: "Lunch")]), nil] {
            let reading = try reading(empty)
            let error = #expect(throws: VitalRecordsError.self) { try reading.validate(now: now) }
            #expect(error?.field == "measurements")
        }
    }

    @Test func limitsOfDetailsAreNamed() throws {
        let long = String(repeating: "x", count: 257)
        let cases: [(RecordDetails, String)] = [
            (RecordDetails(end: now.addingTimeInterval(-7_200), series: [steps(1)]), "details.end"),
            (RecordDetails(end: now.addingTimeInterval(90_000), series: [steps(1)]), "details.end"),
            (RecordDetails(name: long, series: [steps(1)]), "details.name"),
            (
                RecordDetails(granularity: Granularity(interval: 0, unit: "minute"), series: [steps(1)]),
                "details.granularity.interval"
            ),
            (RecordDetails(series: Array(repeating: steps(1), count: 33)), "details.series"),
            (RecordDetails(series: [steps(401), steps(400)]), "details.series.points"),
            (RecordDetails(segments: Array(repeating: meal, count: 33)), "details.segments"),
            (
                RecordDetails(series: [steps(1, value: DecimalNumber(mantissa: 10, exponent: 127))]),
                "details.series.points.value"
            ),
            // 32 meals of 512 names each: every count is within its limit, but the total is not.
            (
                RecordDetails(
                    segments: (0..<32).map { _ in
                        RecordSegment(
                            name: "m",
                            measurements: meal.measurements,
                            foods: (0..<8).map { _ in FoodItem(name: String(repeating: "x", count: 250)) }
                        )
                    }
                ), "details"
            ),
        ]
        for (details, field) in cases {
            let reading = try reading(details)
            let error = #expect(throws: VitalRecordsError.self) { try reading.validate(now: now) }
            #expect(error?.field == field)
        }
        try reading(RecordDetails(series: [steps(400), steps(400)])).validate(now: now)
    }

    /// The longest valid record and its event fit into a bus message, even with every quote doubled.
    @Test func theLongestRecordFitsAMessage() throws {
        let value = Measurement(metric: "some_long_metric_name", value: 1_234_567, unit: "mL/kg/min")
        let record = try reading(RecordDetails(series: [steps(800)]), Array(repeating: value, count: 64))
        try record.validate(now: now)
        let bytes = try JSONEncoder().encode(record)
        let quotes = bytes.count { $0 == UInt8(ascii: "\"") }
        #expect(bytes.count + quotes < 60_000)
    }

    @Test func longOnesAreShortenedInPages() throws {
        let reading = try reading(RecordDetails(end: now, series: [steps(100)]))
        let size = try JSONEncoder().encode(reading).count
        #expect(reading.shortened(from: size).details == RecordDetails(end: now))
        #expect(reading.shortened(from: 1_000) == reading)
    }

    @Test func implausiblePointsAreFlagged() throws {
        let series = MeasurementSeries(
            metric: .pulse,
            unit: "/min",
            points: [SeriesPoint(time: now, value: 60), SeriesPoint(time: now, value: 900)]
        )
        let flagged = try reading(RecordDetails(series: [series])).flaggingImplausibleValues()
        #expect(flagged.context?.implausible == [.pulse])
        #expect(flagged.details?.series == [series])
    }
}
