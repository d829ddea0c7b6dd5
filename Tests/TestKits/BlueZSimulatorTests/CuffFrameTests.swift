import Testing

@testable import BlueZSimulator

/// Compares frames with bytes from real devices and other implementations.
struct CuffFrameTests {
    private let time: [UInt8] = [0xEA, 0x07, 0x08, 0x0B, 0x14, 0x39, 0x00]

    @Test("A captured BM85 frame is reproduced byte for byte")
    func beurer() {
        let values = CuffValues(systolic: 119, diastolic: 70, pulse: 87, user: 1, status: 0x40)
        #expect(CuffFrame.beurer(values, time: time).hex == "56770046000000ea07080b1439000057010040")
    }

    @Test("A captured frame with reserved flags is reproduced byte for byte")
    func reservedFlags() {
        let values = CuffValues(systolic: 127, diastolic: 79, pulse: 69, user: 1, status: 0x80)
        let time: [UInt8] = [0xE4, 0x07, 0x01, 0x14, 0x08, 0x2B, 0x00]
        #expect(CuffFrame.reservedFlags(values, time: time).hex == "def6f416f3ff07e4070114082b00b2f2018000")
    }

    @Test("Nordic's test frame is reproduced byte for byte")
    func standard() {
        let values = CuffValues(systolic: 138, diastolic: 88, meanArterial: 120, pulse: 60, user: 1, status: 39)
        let time: [UInt8] = [0, 0, 4, 17, 20, 41, 59]
        let frame = CuffFrame.standard(values, time: time, fields: .init())
        #expect(frame.hex == "1e8a00580078000000041114293b3c00012700")
    }

    @Test("Without optional fields a frame has seven bytes; kPa sets the flag")
    func fields() {
        var fields = CuffFields()
        (fields.timestamp, fields.pulse, fields.user, fields.status) = (false, false, false, false)
        fields.kilopascal = true
        let frame = CuffFrame.standard(
            CuffValues(systolic: 120, diastolic: 80, meanArterial: 0),
            time: time,
            fields: fields
        )
        #expect(frame.hex == "01a0f06bf000f0")
    }

    @Test("Civil times are converted to bytes and back; impossible ones are refused")
    func dateTime() {
        #expect(CivilTime("2026-08-11T20:57:00")?.dateTime == time)
        #expect(CivilTime(dateTime: time) == CivilTime("2026-08-11T20:57:00"))
        #expect(CivilTime(dateTime: [0xEA, 0x07, 2, 30, 0, 0, 0]) == nil)
        #expect(CivilTime(dateTime: [0, 0, 1, 1, 0, 0, 0]) == nil)
        #expect(CivilTime("yesterday") == nil)
    }
}
