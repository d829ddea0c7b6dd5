import DeviceCodecs
import Testing
import VitalRecords

@Suite struct ClockTests {
    private func civil(_ text: String) throws -> CivilDateTime { try #require(CivilDateTime(text)) }

    @Test(arguments: [
        ("2026-05-12T18:53:43", 2), ("2024-02-29T23:59:59", 4), ("1970-01-01T00:00:00", 4), ("1969-12-31T00:00:00", 3),
        ("2000-01-01T00:00:00", 6), ("2026-11-22T12:00:00", 7), ("2026-11-23T12:00:00", 1),
    ])
    func currentTimeHasItsDayOfTheWeek(text: String, day: UInt8) throws {
        let time = CurrentTime(try civil(text), fractions256: 17, adjustReason: 1)
        #expect(time.dayOfWeek == day)
        #expect(try CurrentTime(decoding: time.encoded) == time)
    }

    /// The bytes that a phone wrote to a scale (KristianP26/ble-scale-sync#168).
    @Test func currentTimeIsWrittenAsAPhoneDoes() throws {
        let time = CurrentTime(try civil("2026-05-12T18:53:43"), fractions256: 17, adjustReason: 1)
        #expect(time.encoded == (try CharacteristicDecoder.bytes(hex: "ea07050c12352b021101")))
    }

    /// The same command with a time would set the clock; no request contains one.
    @Test func careSensClockIsAsked() throws {
        #expect(CareSensClock.question == [0xC0, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0])
        let bytes = try CharacteristicDecoder.bytes(hex: "c0030100 ea07031d021e0f")
        #expect(try CareSensClock.answer(bytes).civil == civil("2026-03-29T02:30:15"))
        let error = #expect(throws: CodecError.self) { try CareSensClock.answer(Array(bytes.dropLast())) }
        #expect(error?.code == .truncated)
        #expect(CareSensClock.services.count == CareSensClock.characteristics.count)
    }

    @Test func aMovedClockKeepsItsOwnTime() throws {
        let bytes = try CharacteristicDecoder.bytes(hex: "03 0900 ea07031d021e0f d4fe 77b0 11")
        guard case .measurement(let result) = try DeviceFrame(characteristic: .glucoseMeasurement, bytes: bytes) else {
            throw QuirkCase.Unexpected()
        }
        #expect(result.time?.civil?.description == "2026-03-28T21:30:15")
        #expect(result.time?.userClock?.base.description == "2026-03-29T02:30:15")
        #expect(result.time?.userClock?.offsetMinutes == -300)
    }
}
