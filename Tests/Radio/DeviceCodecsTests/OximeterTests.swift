import DeviceCodecs
import Testing
import VitalRecords

@Suite struct OximeterTests {
    private func spot(_ hex: String) throws -> DeviceMeasurement {
        let bytes = try CharacteristicDecoder.bytes(hex: hex)
        guard case .measurement(let result) = try DeviceFrame(characteristic: .spotCheck, bytes: bytes) else {
            throw QuirkCase.Unexpected()
        }
        return result
    }

    @Test func valuesHaveTheirUnits() throws {
        let result = try spot("09 d9f3 4000 ea07031d021e0f 2af0")
        let values = result.measurements.map { "\($0.metric) \($0.value) \($0.unit)" }
        #expect(values == ["spo2 98.5 %", "pulse 64 /min", "pulse_amplitude_index 4.2 %"])
        #expect(result.time?.text == "2026-03-29T02:30:15")
        #expect(result.type == .biometrics)
    }

    /// A clock that was never set counts from an arbitrary date, so its time is not used.
    @Test func aClockThatIsNotSetGivesNoTime() throws {
        let result = try spot("11 6200 4000 e1070101012213")
        #expect(result.time == .unset)
        #expect(result.quirks == [.clockNotSet])
        #expect(result.isUsable)
    }

    @Test(arguments: ["ff07", "0008", "0108", "fe07", "0208"])
    func withoutASaturationThereIsNoReading(word: String) throws {
        let result = try spot("00 \(word) 4000")
        #expect(!result.isUsable)
        #expect(result.measurements.isEmpty)
        let alone = try spot("00 6200 \(word)")
        #expect(alone.isUsable)
        #expect(alone.measurements.map(\.metric) == [.spo2])
    }

    @Test("255 and 511 are marks for a missing pulse", arguments: ["00 6200 ff00", "00 6200 ff01", "00 6200 0000"])
    func missingPulse(hex: String) throws {
        let result = try spot(hex)
        #expect(result.measurements.map(\.metric) == [.spo2])
        #expect(try spot("00 6200 fe00").measurements.count == 2)
    }

    @Test(arguments: [(10, false), (11, false), (13, true), (15, true)])
    func whatIsNoMeasurementIsNotUsed(bit: Int, isPatient: Bool) throws {
        let word: UInt16 = 1 << bit
        let bytes: [UInt8] = [2, 98, 0, 64, 0, UInt8(word & 0xFF), UInt8(word >> 8)]
        let frame = try DeviceFrame(characteristic: .spotCheck, bytes: bytes)
        guard case .measurement(let result) = frame else { throw QuirkCase.Unexpected() }
        #expect(!result.isUsable)
        #expect(result.measurements.isEmpty)
        #expect(result.isPatient == isPatient)
    }

    @Test(
        "Values are doubted that the device questions, or that a faulty or displaced sensor measured",
        arguments: [
            ("02 6200 4000 0040", true), ("04 6200 4000 020000", true), ("04 6200 4000 000800", true),
            ("04 6200 4000 008000", true), ("02 6200 4000 0001", false), ("04 6200 4000 200000", false),
        ]
    )
    func doubtedValues(hex: String, isDoubted: Bool) throws {
        let result = try spot(hex)
        #expect(result.isUsable)
        #expect(result.doubted == (isDoubted ? [.spo2, .pulse] : []))
    }

    @Test func whatTheDeviceReportsHasNames() throws {
        let result = try spot("06 6200 4000 0140 210080")
        #expect(
            result.context?.statusFlags == [
                "reserved_0", "questionable_measurement", "extended_display_update", "low_perfusion",
                "reserved_sensor_23",
            ]
        )
        #expect(OximeterStatus(rawValue: 0xFFE0).names.count == 11)
        #expect(OximeterSensorStatus(rawValue: 0xFFFF).names.count == 16)
    }

    @Test func aContinuousFrameIsOfTheMoment() throws {
        let bytes = try CharacteristicDecoder.bytes(hex: "03 6200 4000 6100 4200 6300 3f00")
        let frame = try DeviceFrame(characteristic: .continuousOximetry, bytes: bytes)
        guard case .continuous(let result) = frame else { throw QuirkCase.Unexpected() }
        #expect(result.time == nil)
        #expect(result.measurements.map(\.value.description) == ["98", "64"])
    }
}
