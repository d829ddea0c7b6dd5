import FoundationEssentials
import TestSupport
import Testing

@testable import DeliveryRules

@Suite struct SeenMarkTests {
    @Test func theFurthestIsKeptOverStarts() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "m.mark")
        let seen = SeenMark(file: file)
        #expect(seen.text == nil)
        for (told, kept) in [
            ("1.2.5.x.a", "1.2.5.x.a"), ("1.2.4.x.b", "1.2.5.x.a"), ("1.2.12.x.c", "1.2.12.x.c"),
            ("1.3.1.y.d", "1.3.1.y.d"), ("2.1.1.z.e", "2.1.1.z.e"), ("1.9.99.x.f", "2.1.1.z.e"),
        ] {
            seen.note(told)
            #expect(seen.text == kept)
        }
        #expect(SeenMark(file: file).text == "2.1.1.z.e")
    }

    @Test func whatIsNoMarkIsForgotten() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "m.mark")
        let seen = SeenMark(file: file)
        for told in [
            nil, "", "x", "1.2", "1.2.3.4", "9999999999999999999999.1.1.a.b",
            "1.2.3.a." + String(repeating: "a", count: 300),
        ] {
            seen.note(told)
        }
        #expect(seen.text == nil)
        try Data("torn".utf8).write(to: file)
        #expect(SeenMark(file: file).text == nil)
    }
}
