import FoundationEssentials
import SeededRandom
import Testing
import VitalRecords

@Suite struct TimeTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"), (1_786_481_760_001, "2026-08-11T20:56:00.001Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"), (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
        ] as [(Int64, String)]
    )
    func millisecondsSurviveText(milliseconds: Int64, text: String) {
        #expect(Date(millisecondsSince1970: milliseconds).iso8601Milliseconds == text)
        #expect(Date(iso8601: text)?.millisecondsSince1970 == milliseconds)
    }

    /// Foundation's own formatter is an independent check.
    ///
    /// It uses the Julian calendar before October 1582, so 1583 is the first year.
    @Test func textIsThatOfFoundation() {
        var generator = SplitMix64(seed: 5)
        for _ in 0..<1_000 {
            let seconds = Int64.random(in: -12_212_553_600...253_402_300_799, using: &generator)
            let date = Date(millisecondsSince1970: seconds * 1_000)
            let foundation = date.formatted(.iso8601).dropLast()
            #expect(date.iso8601Milliseconds == "\(foundation).000Z")
        }
    }

    @Test func everyMillisecondSurvives() {
        var generator = SplitMix64(seed: 6)
        for _ in 0..<5_000 {
            let milliseconds = Int64.random(in: 946_684_800_000...4_102_444_800_000, using: &generator)
            let date = Date(millisecondsSince1970: milliseconds)
            #expect(date.millisecondsSince1970 == milliseconds)
            #expect(Date(iso8601: date.iso8601Milliseconds) == date)
        }
    }

    @Test(arguments: [
        ("2026-08-11T20:56:00Z", "2026-08-11T20:56:00.000Z"),
        ("2026-08-11T22:56:00.5+02:00", "2026-08-11T20:56:00.500Z"),
        ("2026-08-11T15:26:00.123456-0530", "2026-08-11T20:56:00.123Z"),
    ])
    func otherZonesAndFractionsAreRead(text: String, expected: String) {
        #expect(Date(iso8601: text)?.iso8601Milliseconds == expected)
    }

    @Test(arguments: [
        "", "2026-08-11", "2026-08-11T20:56:00", "2026-02-29T00:00:00Z", "2026-08-11T24:00:00Z",
        "2026-08-11T20:56:00.Z",
        "2026-08-11T20:56:00.x1Z", "2026-08-11 20:56:00Z", "2026-08-11T20:56:00+2", "2026-08-11T20:56:00Zé",
        "+026-08-11T20:56:00Z",
    ])
    func otherTextIsRefused(text: String) {
        #expect(Date(iso8601: text) == nil)
    }

    @Test func timesThatAreNoneDoNotTrap() {
        for seconds in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
            #expect(Date(timeIntervalSince1970: seconds).iso8601Milliseconds.utf8.count == 24)
        }
    }

    @Test func localTimeNeedsTheOffset() throws {
        let civil = try #require(CivilDateTime("2026-08-11T22:56:00"))
        #expect(civil.date(utcOffset: 7_200).iso8601Milliseconds == "2026-08-11T20:56:00.000Z")
        #expect(CivilDateTime(year: 2023, month: 2, day: 29) == nil)
        #expect(CivilDateTime(year: 1900, month: 2, day: 29) == nil)
        #expect(CivilDateTime(year: 2000, month: 2, day: 29)?.description == "2000-02-29T00:00:00")
    }
}
