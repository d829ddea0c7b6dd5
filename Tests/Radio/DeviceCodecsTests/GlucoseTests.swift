import DeviceCodecs
import FoundationEssentials
import Testing
import VitalRecords

@Suite struct GlucoseTests {
    private func measurement(_ hex: String, _ quirks: Set<DeviceQuirk> = []) throws -> DeviceMeasurement {
        let bytes = try CharacteristicDecoder.bytes(hex: hex)
        let frame = try DeviceFrame(characteristic: .glucoseMeasurement, bytes: bytes, quirks: quirks)
        guard case .measurement(let measurement) = frame else { throw QuirkCase.Unexpected() }
        return measurement
    }

    private func context(_ hex: String) throws -> GlucoseContext {
        try GlucoseContext(decoding: try CharacteristicDecoder.bytes(hex: hex))
    }

    private func key(_ measurement: DeviceMeasurement) throws -> ReadingKey {
        let device = try #require(DeviceID("7d1c0c5c-4f0e-5a59-8f5e-3a1c0e2b7d11"))
        return .bluetooth(
            device: device,
            deviceTime: measurement.time?.text,
            sequence: measurement.sequence,
            measurement: measurement.keyBytes,
            episode: .distantPast
        )
    }

    @Test(arguments: [
        ("77b0", "119", "mg/dL"), ("a6a4", "119.0", "mg/dL"), ("5aa0", "9.0", "mg/dL"), ("0100", "100000", "mg/dL"),
    ])
    func kilogramsPerLitreKeepTheirDigits(word: String, value: String, unit: String) throws {
        let result = try measurement("02 0900 ea07031d021e0f \(word) 11")
        #expect(result.measurements.map(\.value.description) == [value])
        #expect(result.measurements.map(\.unit) == [unit])
    }

    @Test func molesPerLitreKeepTheirDigits() throws {
        let result = try measurement("06 0900 ea07031d021e0f 3ec0 11")
        #expect(result.measurements.map { "\($0.metric) \($0.value) \($0.unit)" } == ["blood_glucose 6.2 mmol/L"])
        let fine = try measurement("06 0900 ea07031d021e0f 6cb2 11")
        #expect(fine.measurements.map(\.value.description) == ["6.20"])
    }

    @Test("A value with a fault of the sensor, the strip or the meter is doubted, one with a weak battery is not")
    func faultsDoubtTheValue() throws {
        for bit in 0..<12 {
            let digits = String((UInt16(1) << bit).byteSwapped, radix: 16)
            let word = String(repeating: "0", count: 4 - digits.count) + digits
            let result = try measurement("0a 0900 ea07031d021e0f 77b0 11 \(word)")
            let isFault = ![0, 5, 6, 11].contains(bit)
            #expect(result.doubted == (isFault ? [.bloodGlucose] : []), "bit \(bit)")
            #expect(result.measurements.map(\.value.description) == ["119"])
        }
        // Without a value there is nothing to doubt.
        #expect(try measurement("0a 0900 ea07031d021e0f ff07 11 0200").doubted.isEmpty)
    }

    @Test(arguments: [
        ("ff07", false, [OutOfBounds]()), ("0008", false, []), ("0108", false, []), ("0000", false, []),
        ("ffff", false, []), ("fe07", true, [OutOfBounds(metric: .bloodGlucose, direction: .high)]),
        ("0208", true, [OutOfBounds(metric: .bloodGlucose, direction: .low)]),
    ])
    func specialValuesAreNoNumbers(word: String, isUsable: Bool, bounds: [OutOfBounds]) throws {
        let result = try measurement("02 0900 ea07031d021e0f \(word) 11")
        #expect(result.measurements.isEmpty)
        #expect(result.isUsable == isUsable)
        #expect(result.context?.outOfBounds ?? [] == bounds)
    }

    @Test func aMetersWordThatAValueIsOutOfRangeIsTold() throws {
        let high = try measurement("0a 0900 ea07031d021e0f 58b2 11 2000")
        #expect(high.context?.outOfBounds == [OutOfBounds(metric: .bloodGlucose, direction: .high)])
        #expect(high.measurements.map(\.value.description) == ["600"])
        #expect(high.context?.statusFlags == ["result_too_high", "sample_capillary_whole_blood", "location_finger"])
        let low = try measurement("08 0900 ea07031d021e0f 4000")
        #expect(low.context?.outOfBounds == [OutOfBounds(metric: .bloodGlucose, direction: .low)])
        #expect(low.isUsable)
    }

    @Test func theTimeIsTheOneThatItsUserSaw() throws {
        let moved = try measurement("03 0900 ea07031d021e0f c4ff 77b0 11")
        #expect(moved.time?.text == "2026-03-29T01:30:15")
        #expect(moved.time?.civil?.description == "2026-03-29T01:30:15")
        let overrun = try measurement("03 0900 ea07031d021e0f ff7f 77b0 11")
        #expect(overrun.time?.civil == nil)
        #expect(overrun.time?.text == "2026-03-29T02:30:15 32767 min")
    }

    @Test func aClockFaultMakesTheTimeDoubtful() throws {
        let result = try measurement("0a 0900 ea07031d021e0f 77b0 11 0008")
        #expect(result.time?.isReliable == false)
        #expect(result.time?.civil != nil)
        #expect(try measurement("02 0900 ea07031d021e0f 77b0 11").time?.isReliable == true)
    }

    /// A meter that renumbers its memory at each measurement sends the same record under another number.
    @Test(arguments: [Set<DeviceQuirk>(), [.taidocReverseSequence]])
    func aRenumberedRecordKeepsItsKey(quirks: Set<DeviceQuirk>) throws {
        let before = try measurement("02 0100 ea07031d021e0f 77b0 11", quirks)
        let after = try measurement("02 0200 ea07031d021e0f 77b0 11", quirks)
        #expect(try key(before) == key(after))
        let other = try measurement("02 0200 ea07031d021e10 77b0 11", quirks)
        #expect(try key(before) != key(other))
        let value = try measurement("02 0200 ea07031d021e0f 78b0 11", quirks)
        #expect(try key(before) != key(value))
    }

    @Test func withoutAClockTheNumberTellsRecordsApart() throws {
        let first = try measurement("02 0100 00000000000000 77b0 11")
        let second = try measurement("02 0200 00000000000000 77b0 11")
        #expect(first.time?.text == nil)
        #expect(try key(first) != key(second))
        #expect(try key(first) == key(measurement("02 0100 00000000000000 77b0 11")))
    }

    @Test func aContextRaisesTheRevisionAndKeepsTheKey() throws {
        let alone = try measurement("12 0900 ea07031d021e0f 77b0 11")
        let joined = alone.joined(with: try context("0f 0900 02 32d0 01 51 5a00 1e"))
        #expect(alone.awaitsPartner)
        #expect(!joined.awaitsPartner)
        #expect(try key(alone) == key(joined))
        #expect((alone.revision, joined.revision) == (3, 4))
        #expect(joined.context?.meal == "before_meal")
        #expect(joined.context?.tester == "self")
        #expect(joined.context?.statusFlags.contains("health_no_issues") == true)
        let values = joined.measurements.map { "\($0.metric) \($0.value) \($0.unit)" }
        #expect(values == ["blood_glucose 119 mg/dL", "carbohydrate 50 g"])
    }

    @Test(arguments: [(1, "before_meal"), (2, "after_meal"), (3, "fasting"), (4, "casual"), (5, "bedtime"), (7, nil)])
    func mealsHaveWords(meal: Int, word: String?) throws {
        let alone = try measurement("12 0900 ea07031d021e0f 77b0 11")
        let hex = "02 0900 0\(meal)"
        #expect(alone.joined(with: try context(hex)).context?.meal == word)
    }

    @Test func anotherRecordsContextChangesNothing() throws {
        let alone = try measurement("12 0900 ea07031d021e0f 77b0 11")
        #expect(alone.joined(with: try context("02 0a00 01")) == alone)
        let joined = alone.joined(with: try context("02 0900 01"))
        #expect(joined.joined(with: try context("02 0900 02")) == joined)
    }

    @Test func aKetoneRecordHasNoGlucose() throws {
        let joined = try measurement("12 0900 ea07031d021e0f 0db0 11").joined(with: try context("02 0900 06"))
        #expect(joined.measurements.map { "\($0.metric) \($0.value) \($0.unit)" } == ["blood_ketone 1.3 mmol/L"])
        #expect(joined.quirks.contains(.ketoneContext))
        let molar = try measurement("16 0900 ea07031d021e0f 0dc0 11").joined(with: try context("02 0900 06"))
        #expect(molar.measurements.isEmpty)
        #expect(!molar.isUsable)
        #expect(molar.unclear?.code == .invalid)
        #expect(joined.unclear == nil)
    }

    /// 0.6 mmol/L arrives as 6 mg/dL, which for glucose would be LO.
    @Test func aMetersRangeSaysNothingOfKetone() throws {
        for quirks in [Set<DeviceQuirk>(), [.range20To600], [.range10To600]] {
            let joined = try measurement("12 0900 ea07031d021e0f 06b0 11", quirks).joined(
                with: try context("02 0900 06")
            )
            #expect(joined.measurements.map { "\($0.metric) \($0.value) \($0.unit)" } == ["blood_ketone 0.6 mmol/L"])
            #expect(joined.context?.outOfBounds.isEmpty != false)
            #expect(joined.doubted.isEmpty)
        }
    }

    /// Only the model tells whether 601 is a number or means HI.
    @Test(arguments: [("59b2", true), ("58b2", false), ("09b0", true), ("0ab0", false)])
    func anUnknownModelIsBelievedInTheWidestSureRange(word: String, isDoubted: Bool) throws {
        let result = try measurement("02 0900 ea07031d021e0f \(word) 11")
        #expect(result.doubted == (isDoubted ? [.bloodGlucose] : []))
        #expect(result.measurements.count == 1)
        #expect(try measurement("02 0900 ea07031d021e0f \(word) 11", [.range10To600]).doubted.isEmpty)
    }

    @Test func aControlSolutionIsNotOfAPerson() throws {
        #expect(try !measurement("02 0900 ea07031d021e0f 77b0 1a").isPatient)
        #expect(try !measurement("02 0900 ea07031d021e0f 77b0 41").isPatient)
        #expect(try measurement("02 0900 ea07031d021e0f 77b0 11").isPatient)
    }

    @Test func statusBitsHaveNames() {
        #expect(GlucoseStatus(rawValue: 0x0FFF).names.count == 12)
        #expect(GlucoseStatus(rawValue: 0x0FFF).names.last == "time_fault")
        #expect(GlucoseStatus(rawValue: 0x9000).names == ["reserved_12", "reserved_15"])
    }
}
