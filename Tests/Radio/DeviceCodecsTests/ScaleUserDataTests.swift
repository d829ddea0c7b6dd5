import DeviceCodecs
import Testing

/// The user data written to a scale, in the layouts of the User Data service's characteristics.
@Suite struct ScaleUserDataTests {
    private let whole = ScaleUserData(
        birthDate: ScaleUserData.BirthDate(year: 1958, month: 3, day: 14),
        sex: .female,
        height: 164
    )

    @Test func eachPartHasItsCharacteristicAndBytes() {
        #expect(whole.values.map(\.characteristic) == [.dateOfBirth, .gender, .height])
        #expect(whole.values.map(\.bytes) == [[0xA6, 0x07, 3, 14], [1], [0xA4, 0x00]])
        #expect(ScaleUserData(sex: .male).values.map(\.bytes) == [[0]])
        #expect(ScaleUserData(sex: .unspecified).values.map(\.bytes) == [[2]])
        #expect(ScaleUserData().values.isEmpty)
        #expect(Set(whole.values.map(\.characteristic)) == ScaleUserData.characteristics)
    }

    @Test func whatIsWrittenIsTakenAwayAndNothingLeftIsNil() {
        #expect(whole.without([.gender]) == ScaleUserData(birthDate: whole.birthDate, height: 164))
        #expect(whole.without([]) == whole)
        #expect(whole.without(ScaleUserData.characteristics) == nil)
    }

    @Test(
        arguments: [(0, [1, 0, 0, 0]), (0xFE, [0xFF, 0, 0, 0]), (0x0102_0304, [5, 3, 2, 1]), (.max, [0, 0, 0, 0])]
            as [(UInt32, [UInt8])]
    )
    func theCounterRisesByOne(count: UInt32, bytes: [UInt8]) throws {
        let next = DatabaseChangeIncrement(count).next
        #expect(next.bytes == bytes)
        #expect(try DatabaseChangeIncrement(decoding: bytes) == next)
    }
}
