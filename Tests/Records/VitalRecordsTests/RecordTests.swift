import FoundationEssentials
import SeededRandom
import Testing
import VitalRecords

@Suite struct RecordTests {
    private let now = Date(millisecondsSince1970: 1_786_481_760_123)

    private func reading(_ values: [Measurement]? = nil, at time: Date? = nil) throws -> Reading {
        Reading(
            readingKey: .random(),
            type: .biometrics,
            timestamp: time ?? now,
            utcOffset: 7_200,
            timeQuality: .deviceClock,
            deviceTime: "2026-08-11T22:56:00",
            clockOffsetSeconds: -3,
            receivedAt: now,
            hub: try HubID("room-12"),
            seat: try SeatID("room-12"),
            device: try DeviceID.derive(siteSecret: [UInt8](0..<16), address: "AABBCCDDEEFF"),
            userIndex: 1,
            source: RecordSource(kind: .bluetooth, peripheralID: 3000, model: "BM85"),
            measurements: values ?? [Measurement(metric: .systolic, value: 138, unit: "mm[Hg]")],
            context: ReadingContext(statusFlags: ["irregular_pulse"])
        )
    }

    private func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: try JSONEncoder().encode(value))
    }

    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test(arguments: [
        ("138", #""unit":"mm[Hg]","value":138}"#), ("36.50", #""unit":"mm[Hg]","value":36.5}"#),
        ("98.6", #""unit":"mm[Hg]","value":98.6}"#), ("12.0", #""unit":"mm[Hg]","value":12}"#),
        ("0.1", #""unit":"mm[Hg]","value":0.1}"#),
    ])
    func measurementsAreExactJSONNumbers(text: String, ending: String) throws {
        let value = try #require(DecimalNumber(text))
        let measurement = Measurement(metric: .systolic, value: value, unit: "mm[Hg]")
        let json = try json(measurement)
        #expect(json.hasSuffix(ending), "\(json)")
        #expect(json.contains(#""decimals":"#) == value.hasTrailingFractionZeros)
        let copy = try roundTrip(measurement)
        #expect(copy.value.description == text)
    }

    @Test func anyMeasurementSurvivesJSON() throws {
        var generator = SplitMix64(seed: 8)
        for _ in 0..<3_000 {
            let measurement = Measurement(
                metric: MetricName(rawValue: "x"),
                value: generator.number(exponentsTo: 100),
                unit: "1"
            )
            let copy = try roundTrip(measurement)
            #expect(copy == measurement)
            #expect(copy.value.fractionDigits == measurement.value.fractionDigits, "\(measurement.value)")
        }
    }

    @Test func unknownWordsAndFieldsPassThrough() throws {
        let text = #"{"metric":"new_metric","value":1e2,"unit":"u","origin":"guess","more":[1]}"#
        let measurement = try JSONDecoder().decode(Measurement.self, from: Data(text.utf8))
        #expect(measurement.metric.rawValue == "new_metric")
        #expect(measurement.origin.rawValue == "guess")
        #expect(measurement.value == 100)
    }

    @Test(arguments: [-5, 0, 1, 400, 9_000_000_000])
    func oddDecimalsDoNotChangeTheValue(decimals: Int) throws {
        let text = #"{"metric":"m","value":36.55,"unit":"u","origin":"device","decimals":\#(decimals)}"#
        let measurement = try JSONDecoder().decode(Measurement.self, from: Data(text.utf8))
        #expect(measurement.value.description == "36.55")
    }

    @Test func readingsAndRecordsSurviveJSON() throws {
        let reading = try reading()
        #expect(try roundTrip(reading) == reading)
        #expect(try json(reading).contains(#""timestamp":"2026-08-11T20:56:00.123Z""#))
        let logID = LogID.derive(sessionUser: "u", organization: "o", readingKey: reading.readingKey)
        let record = VitalRecord(reading: reading, logID: logID, seat: try SeatID("room-12"))
        #expect(try roundTrip(record) == record)
        #expect(record.measurements == reading.measurements)
    }

    @Test func aReadingNeedsOnlyWhatItNeeds() throws {
        let text = """
            {"readingKey":"rnd1-0","type":"vision","timestamp":"2026-08-11T22:56:00+02:00","hub":"h",
            "receivedAt":"2026-08-11T20:56:01Z","source":{"kind":"manual"},"measurements":[]}
            """
        let reading = try JSONDecoder().decode(Reading.self, from: Data(text.utf8))
        #expect(reading.revision == 1)
        #expect(!reading.history)
        #expect(reading.timeQuality == .unknown)
        #expect(reading.type.rawValue == "vision")
        #expect(reading.timestamp.iso8601Milliseconds == "2026-08-11T20:56:00.000Z")
    }

    @Test func aGoodReadingIsValid() throws {
        try reading().validate(now: now)
        try reading(at: now.addingTimeInterval(86_400)).validate(now: now)
    }

    @Test(arguments: [
        (1, true), (9_007_199_254_740_991, true), (9_007_199_254_740_992, false), (.max, false), (0, false),
    ])
    func aRevisionLeavesRoomForAnOperators(revision: Int, isValid: Bool) throws {
        var reading = try reading()
        reading.revision = revision
        var field: String?
        do throws(VitalRecordsError) { try reading.validate(now: now) } catch { field = error.field }
        #expect(field == (isValid ? nil : "revision"))
    }

    @Test func timesOutsideOfTheRangeAreRefused() throws {
        for time in [now.addingTimeInterval(86_401), Date(millisecondsSince1970: 946_684_799_999)] {
            let reading = try reading(at: time)
            let error = #expect(throws: VitalRecordsError.self) { try reading.validate(now: now) }
            #expect(error?.code == .timeOutOfRange)
            #expect(error?.field == "timestamp")
        }
    }

    @Test func aTypedValueOfLaterTodayIsRefused() throws {
        for (lead, isValid) in [(900.0, true), (901, false)] {
            var reading = try reading(at: now.addingTimeInterval(lead))
            reading.source = RecordSource(kind: .manual)
            var code: VitalRecordsError.Code?
            do throws(VitalRecordsError) { try reading.validate(now: now) } catch { code = error.code }
            #expect(code == (isValid ? nil : .timeOutOfRange))
        }
    }

    @Test func limitsAreNamed() throws {
        let value = Measurement(metric: .systolic, value: 138, unit: "mm[Hg]")
        try reading([Measurement](repeating: value, count: 64)).validate(now: now)
        let many = try reading([Measurement](repeating: value, count: 65))
        #expect(throws: VitalRecordsError.self) { try many.validate(now: now) }
        let none = try reading([])
        #expect(throws: VitalRecordsError.self) { try none.validate(now: now) }
        var long = try reading()
        long.source.model = String(repeating: "é", count: 128)
        try long.validate(now: now)
        long.source.model = String(repeating: "é", count: 129)
        let error = #expect(throws: VitalRecordsError.self) { try long.validate(now: now) }
        #expect(error?.field == "source.model")
        #expect(error?.code == .limitExceeded)
    }

    /// JSON can hold every value that the check accepts.
    @Test func aValueThatJSONCannotHoldIsRefused() throws {
        let value = DecimalNumber(mantissa: 10, exponent: 127)
        let reading = try reading([Measurement(metric: .systolic, value: value, unit: "kPa")])
        let error = #expect(throws: VitalRecordsError.self) { try reading.validate(now: now) }
        #expect(error?.field == "measurements.value")
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(reading) }
    }

    @Test func whatAProducerFlaggedAndNobodyCanJudgeStays() throws {
        var reading = try reading([Measurement(metric: "rare", value: 1, unit: "x")])
        reading.context = ReadingContext(implausible: ["rare", .pulse])
        #expect(reading.flaggingImplausibleValues().context?.implausible == ["rare", .pulse])
        reading.measurements.append(Measurement(metric: .pulse, value: 60, unit: "/min"))
        #expect(reading.flaggingImplausibleValues().context?.implausible == ["rare"])
    }

    @Test(
        arguments: [
            ("19", "mg/dL", .low), ("20", "mg/dL", nil), ("600", "mg/dL", nil), ("601", "mg/dL", .high),
            ("1.0", "mmol/L", .low), ("1.1", "mmol/L", nil), ("33.3", "mmol/L", nil), ("33.4", "mmol/L", .high),
            ("0", "g/L", nil),
        ] as [(String, String, BoundsDirection?)]
    )
    func glucoseIsOutOfBoundsInItsOwnUnit(text: String, unit: String, side: BoundsDirection?) throws {
        let value = try #require(DecimalNumber(text))
        #expect(Measurement(metric: .bloodGlucose, value: value, unit: unit).glucoseOutOfBounds == side)
        #expect(Measurement(metric: .bloodKetone, value: value, unit: unit).glucoseOutOfBounds == nil)
    }

    @Test func aMetersWordIsAReadingWithoutANumber() throws {
        var reading = try reading([])
        reading.context = ReadingContext(outOfBounds: [OutOfBounds(metric: .bloodGlucose, direction: .low)])
        try reading.validate(now: now)
        reading.context = ReadingContext(meal: "before_meal")
        #expect(throws: VitalRecordsError.self) { try reading.validate(now: now) }
    }

    @Test func implausibleValuesAreFlaggedAndKept() throws {
        let kPa = Measurement(metric: .systolic, value: 18, unit: "kPa")
        let tooHigh = Measurement(metric: .diastolic, value: 251, unit: "mm[Hg]")
        let unknownUnit = Measurement(metric: .pulse, value: 9_999, unit: "Hz")
        let reading = try reading([kPa, tooHigh, unknownUnit]).flaggingImplausibleValues()
        #expect(reading.context?.implausible == [.diastolic])
        #expect(reading.context?.statusFlags == ["irregular_pulse"])
        #expect(reading.measurements.count == 3)
        let record = VitalRecord(
            reading: try self.reading([kPa, tooHigh]),
            logID: try #require(LogID(rawValue: "l")),
            seat: try SeatID("room-12")
        )
        #expect(record.context?.implausible == [.diastolic])
        let plausible = try self.reading()
        #expect(plausible.flaggingImplausibleValues() == plausible)
    }
}
