import DeviceCodecs
import Testing
import VitalRecords

@Suite struct BloodPressureTests {
    private func measurement(_ hex: String) throws -> BloodPressureMeasurement {
        try BloodPressureMeasurement(decoding: try CharacteristicDecoder.bytes(hex: hex))
    }

    @Test func valuesKeepUnitAndDigits() throws {
        let reading = try measurement("01 a0f0 6af0 7cf0")
        let systolic = try #require(reading.measurements.first)
        #expect(systolic.value.description == "16.0")
        #expect(reading.measurements.map(\.unit) == ["kPa", "kPa", "kPa"])
        #expect(reading.measurements.map(\.metric) == [.systolic, .diastolic, .meanArterialPressure])
    }

    @Test func absentMeanPressureAndPulseAreNotPublished() throws {
        let nan = try measurement("04 7800 5000 ff07 ff07")
        #expect(nan.measurements.map(\.metric) == [.systolic, .diastolic])
        let zero = try measurement("04 7800 5000 0000 4800")
        #expect(zero.measurements.map(\.metric) == [.systolic, .diastolic, .pulse])
        let zeroWithExponent = try measurement("00 7800 5000 00f0")
        #expect(zeroWithExponent.measurements.count == 2)
    }

    @Test func aFailedMeasurementHasNoValues() throws {
        #expect(try measurement("00 ff07 ff07 ff07").measurements.isEmpty)
    }

    @Test func aPressureAboveTheDevicesRangeIsSaid() throws {
        let reading = try measurement("00 fe07 5000 0000")
        #expect(reading.context?.outOfBounds == [OutOfBounds(metric: .systolic, direction: .high)])
        #expect(reading.measurements.map(\.metric) == [.diastolic])
    }

    @Test(arguments: [
        (0x0001, ["body_movement"]), (0x0002, ["cuff_too_loose"]), (0x0004, ["irregular_pulse"]),
        (0x0008, ["pulse_above_range"]), (0x0010, ["pulse_below_range"]), (0x0018, ["reserved_pulse_range"]),
        (0x0020, ["improper_position"]), (0x8040, ["reserved_6", "reserved_15"]), (0x0000, []),
    ])
    func statusBitsHaveNames(word: Int, names: [String]) {
        #expect(BloodPressureStatus(rawValue: UInt16(word)).names == names)
    }

    @Test func theUnknownUserIsNobody() throws {
        #expect(try measurement("08 7800 5000 0000 ff").userIndex == nil)
        #expect(try measurement("08 7800 5000 0000 00").userIndex == 0)
        #expect(try measurement("00 7800 5000 0000").userIndex == nil)
    }

    @Test func quirksAreNamed() throws {
        #expect(try measurement("1e8a00580078000000041114293b3c00012700").quirks == [.clockNotSet])
        #expect(
            try measurement("56710049000000ea07080b1438000041010000").quirks == [.rfuFlagBits, .beurerBigEndian]
        )
        #expect(try measurement("167c0056006100e807060f11111b33001000").quirks.isEmpty)
    }

    @Test func onlyASetClockGivesADeviceTime() throws {
        #expect(try measurement("027800500000000000041114293b").time?.deviceTime == nil)
        #expect(try measurement("0278005000 0000e807060f11111b").time?.deviceTime == "2024-06-15T17:17:27")
        #expect(try measurement("0278005000 0000e707021d0a0000").time?.deviceTime == "invalid 2023 2 29 10 0 0")
    }

    /// A frame with bytes missing at its end is refused, never read in part.
    @Test func everyShorterFrameOfAFullOneIsTruncated() throws {
        let full = try CharacteristicDecoder.bytes(hex: "1e780050000000ea07080b143800480001 0300")
        #expect(try BloodPressureMeasurement(decoding: full).status?.rawValue == 3)
        for length in 1..<full.count {
            let error = #expect(throws: CodecError.self) {
                try BloodPressureMeasurement(decoding: Array(full.prefix(length)))
            }
            #expect(error?.code == .truncated)
        }
    }

    /// The reader's key covers the whole frame and the device's time, and must not change.
    @Test func aDevicesMeasurementIsTheFrames() throws {
        let bytes = try CharacteristicDecoder.bytes(hex: "1e7c0056006100e807060f11111b3300051000")
        let frame = try DeviceFrame(characteristic: .bloodPressureMeasurement, bytes: bytes)
        guard case .measurement(let result) = frame else { throw QuirkCase.Unexpected() }
        let plain = try BloodPressureMeasurement(decoding: bytes)
        #expect(result.keyBytes == bytes)
        #expect(result.time?.text == plain.time?.deviceTime)
        #expect(result.sequence == nil)
        #expect(result.measurements == plain.measurements)
        #expect(result.context == plain.context)
        #expect(result.userIndex == 5)
        #expect(result.revision == BloodPressureMeasurement.decoderRevision * 2 - 1)
    }
}
