import Archive
import Testing
import VitalRecords

@testable import HealthInputs

/// The components that all inputs share.
@Suite struct BytesTests {
    @Test(
        arguments: [
            ("2026-03-25 00:00:00 +0100", 1_774_393_200), ("2026-03-25 12:00:00\u{202F}AM +0100", 1_774_393_200),
            ("2026-03-25 12:30:00 PM +0100", 1_774_438_200), ("2026-03-25 12:30:00 p. m. +0100", 1_774_438_200),
            ("2026-03-25 12:30:00\u{A0}p.m. +0100", 1_774_438_200),
            ("2026-03-25 1:05:09 pm -0330", 1_774_456_509),
            ("2026-03-24T23:00:00.000Z", 1_774_393_200), ("2026-03-24T23:00:00.123+00:00", 1_774_393_200),
            ("2024-02-29 23:59:59 +0000", 1_709_251_199),
        ] as [(String, Int64)]
    )
    func datesAreRead(text: String, time: Int64) throws {
        #expect(try #require(CivilMoment(text)).time == time)
    }

    @Test func datesWithoutAZoneKeepTheirClock() throws {
        let american = try #require(CivilMoment("03/25/26 06:15:00"))
        #expect(american.day == 20_537 && american.second == 22_500 && american.offset == nil && american.time == nil)
        let day = try #require(CivilMoment("2026-03-25"))
        #expect(day.day == 20_537 && day.second == nil && day.time == nil)
    }

    @Test(
        arguments: [
            "", " ", "2026", "2026-03", "2026-13-01", "2026-02-29", "2026-03-25 24:00:00 +0000",
            "2026-03-25 13:00:00 PM +0000", "2026-03-25 1:00:00 p. +0000", "2026-03-25 1:00:00 px +0000",
            "2026-03-25 00:60:00 +0000", "2026-03-25 00:00:00 +1900", "2026-03-25 00:00:00 +01", "26-03-25 00:00:00",
            "2026-03-25 00:00:00 +0100x", "2026/03/25", "nonsense", "2026-03-25 0:0", "03/25/26/01",
        ]
    )
    func otherTextsAreNoDates(text: String) {
        let moment = CivilMoment(text)
        #expect(moment == nil || text == "2026-03-25 0:0", "\(text) is \(String(describing: moment))")
    }

    @Test func escapesOfJSONAreUndone() {
        func text(_ escaped: String) -> String { JSONText.unescaped(Array(escaped.utf8)[...]) }
        #expect(text(#"a\u00e9\n\t\"\\\/\ud83d\ude00"#) == "aé\n\t\"\\/😀")
        #expect(text(#"\ud83d"#) == "\u{FFFD}")
        #expect(text(#"\u12"#) == "\u{FFFD}12")
        #expect(text(#"\ude00\ud83dx"#) == "\u{FFFD}\u{FFFD}x")
    }

    @Test(
        arguments: [
            "{", "[1,2", "{\"a\" 1}", "{\"a\":1,}", "[1 2]", "{1:2}", "[tru]", "[\"a]", "[1]x", "]", "[-", "{\"a\":}",
            "",
            "nul", "[1,,2]", String(repeating: "[", count: 300),
        ]
    )
    func brokenJSONIsAFault(text: String) throws {
        let source = PlainReader(BytesInMemory(Array(text.utf8)), largestBlock: 1)
        let (_, fault) = try JSONPass.run(source, progress: { _ in }, { try $0.skip() })
        let offset = try #require(fault, "\(text) is taken as whole").offset
        #expect(offset <= UInt64(text.utf8.count))
    }

    @Test func textsLongerThanTheWindowAreSteppedOver() throws {
        let long = String(repeating: "x\\\"", count: ByteWindow.limit)
        let json = "{\"a\":\"\(long)\",\"b\":7}"
        var seen: [String: Bool] = [:]
        let source = PlainReader(BytesInMemory(Array(json.utf8)))
        let (bytes, fault) = try JSONPass.run(
            source,
            progress: { _ in },
            { reader in
                try reader.members { reader, name in
                    if name == "a" {
                        seen["a"] = try reader.text() == nil
                    } else {
                        seen[name] = try reader.decimal() == 7
                    }
                }
            }
        )
        #expect(fault == nil && bytes == UInt64(json.utf8.count))
        #expect(seen == ["a": true, "b": true])
    }

    private func rows(_ text: String, block: Int = .max) throws -> (rows: [[String]], damage: HealthDamageLog) {
        var reader = CSVReader(
            ByteWindow(PlainReader(BytesInMemory(Array(text.utf8)), largestBlock: block)) { _ in }
        )
        var damage = HealthDamageLog()
        var rows: [[String]] = []
        while try reader.next(&damage) { rows.append(reader.fields.indices.map { reader.text($0) }) }
        return (rows, damage)
    }

    @Test(arguments: [1, 2, 3, 1_000]) func tablesAreReadAsWritten(block: Int) throws {
        let (rows, damage) = try rows("\u{FEFF}a,b\r\n\r\n\"1,\"\"x\"\"\n2\",\n,\nlast", block: block)
        #expect(rows == [["a", "b"], ["1,\"x\"\n2", ""], ["", ""], ["last"]])
        #expect(damage.count == 0)
    }

    @Test func aQuoteThatIsNeverClosedCostsNoOtherRow() throws {
        let (rows, damage) = try rows("a,\"b\n1,2\n3,4\n")
        #expect(rows == [["a", "\"b"], ["1", "2"], ["3", "4"]])
        #expect(damage.count == 1)
    }

    @Test func aRowThatIsLongerThanTheWindowIsLeftOut() throws {
        let (rows, damage) = try rows("a\n" + String(repeating: "x", count: ByteWindow.limit + 9) + "\nb\n")
        #expect(rows == [["a"], ["b"]])
        #expect(damage.count == 1 || damage.count == 2)
    }

    @Test func progressStopsAPass() {
        struct Stop: Error {}
        let source = PlainReader(BytesInMemory(Array("[1,2,3]".utf8)), largestBlock: 2)
        #expect(throws: Stop.self) {
            try JSONPass.run(source, progress: { if $0 > 4 { throw Stop() } }, { try $0.skip() })
        }
    }
}
