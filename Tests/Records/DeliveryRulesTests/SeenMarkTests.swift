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
        var now = BootInstant.zero
        for (told, kept) in [
            ("1.2.5.x.a", "1.2.5.x.a"), ("1.2.4.x.b", "1.2.5.x.a"), ("1.2.12.x.c", "1.2.12.x.c"),
            ("1.3.1.y.d", "1.3.1.y.d"), ("2.1.1.z.e", "2.1.1.z.e"), ("1.9.99.x.f", "2.1.1.z.e"),
        ] {
            seen.note(told, now: now)
            #expect(seen.text == kept)
            now = now + .seconds(1)
        }
        #expect(SeenMark(file: file).text == "2.1.1.z.e")
    }

    /// Memory gets each mark at once, the file at most one a second.
    @Test func theFileIsWrittenOnceASecond() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "m.mark")
        let seen = SeenMark(file: file)
        let start = BootInstant(milliseconds: 5000)
        for (told, later, written) in [
            ("1.1.1.x.a", 0, "1.1.1.x.a"), ("1.1.2.x.b", 999, "1.1.1.x.a"), ("1.1.3.x.c", 1000, "1.1.3.x.c"),
            ("1.1.3.x.c", 9000, "1.1.3.x.c"), ("1.1.4.x.d", 9001, "1.1.4.x.d"),
        ] {
            seen.note(told, now: start + .milliseconds(later))
            #expect(seen.text == told)
            #expect(SeenMark(file: file).text == written)
        }
    }

    @Test func whatIsNoMarkIsForgotten() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "m.mark")
        let seen = SeenMark(file: file)
        for told in [
            nil, "", "x", "1.2", "1.2.3.4", "9999999999999999999999.1.1.a.b",
            "1.2.3.a." + String(repeating: "a", count: 300),
        ] {
            seen.note(told, now: .zero)
        }
        #expect(seen.text == nil)
        try Data("torn".utf8).write(to: file)
        #expect(SeenMark(file: file).text == nil)
    }
}
