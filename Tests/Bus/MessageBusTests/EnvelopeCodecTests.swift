import FoundationEssentials
import MessageBus
import Testing

/// Reading and writing envelopes without `Codable` gives the same results as with it.
@Suite struct EnvelopeCodecTests {
    private static let names = [
        "specversion", "id", "source", "type", "time", "datacontenttype", "traceparent", "epoch", "seq",
        "correlationid", "replyto", "deadline", "data",
    ]

    private static let good = [
        "specversion": #""1.0""#, "id": #""a-1""#, "source": #""/s1/h1/x/1""#, "type": #""vitalbus.sample.v1""#,
        "time": #""2026-11-21T10:00:00.000Z""#, "datacontenttype": #""application/json""#,
        "traceparent": #""00-a-b-01""#,
        "epoch": "7", "seq": "-12", "correlationid": #""c""#, "replyto": #""vitalbus/v1/s1/h1/reply/x""#,
        "deadline": #""2026-11-21T10:00:10.5Z""#, "data": #"{"text":"hello"}"#,
    ]

    private func text(_ members: [(String, String)]) -> String {
        "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }

    private func text(changing name: String, to value: String?) -> String {
        text(Self.names.compactMap { key in (key == name ? value : Self.good[key]).map { (key, $0) } })
    }

    /// The outcome as text, so that the two ways can be compared.
    private func outcome<Payload: Codable & Sendable>(_ read: () throws -> Envelope<Payload>) -> String {
        do {
            let envelope = try read()
            return String(decoding: try envelope.encodedByCodable(), as: UTF8.self)
        } catch {
            return "\(error)"
        }
    }

    /// Reads with both, as attributes alone, with any content, and as one type.
    private func check(_ text: String, _ location: SourceLocation = #_sourceLocation) {
        let bytes = Array(text.utf8)
        check(bytes, location)
    }

    private func check(_ bytes: [UInt8], _ location: SourceLocation) {
        func compare<Payload: Codable & Sendable>(_ type: Payload.Type) {
            let fast = outcome { try Envelope<Payload>.decode(bytes) }
            let slow = outcome { try Envelope<Payload>.decodeByCodable(bytes) }
            #expect(fast == slow, "\(String(decoding: bytes.prefix(400), as: UTF8.self))", sourceLocation: location)
        }
        compare(Sample.Body.self)
        compare(JSONValue.self)
        let header = outcome { try Envelope<IgnoredPayload>.decode(bytes) }
        let whole = outcome { try Envelope<IgnoredPayload>.decodeByCodable(bytes) }
        #expect(header == whole, "\(String(decoding: bytes.prefix(400), as: UTF8.self))", sourceLocation: location)
    }

    private static let values = [
        "null", "true", "false", "0", "-0", "7", "-7", "1.5", "1e3", "01", "-", "+1", "999999999999999999",
        "1000000000000000000", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "1E400", ".5",
        "5.",
        #""""#, #""x""#, #""1.0""#, #""\u0031.0""#, #""a\nb""#, #""\ud83d\ude00""#, #""\ud800""#, #""\x""#, #""\u12""#,
        "\"ü\"", "\"\u{7f}\"", "\"a\tb\"", "\"a\u{0}b\"", #""2026-11-21T10:00:00Z""#, #""2026-11-21T10:00:00+02:00""#,
        #""2026-02-30T10:00:00Z""#, #""9999-12-31T23:59:59.999999999Z""#, #""0000-01-01T00:00:00Z""#, "{}", "[]",
        #"{"text":"a","text":"b"}"#, #"{"text":null}"#, #"{"te\u0078t":"x"}"#, #"{"text":"ü😀"}"#,
        #"{"text":"\ud83d\ude00"}"#,
        #"{"text":"\ud800"}"#, #"{"text":1}"#, #"{"text":"a",}"#, #"{"text":"a" "b":1}"#, #"{text:"a"}"#,
        #"{'text':'a'}"#,
        "[1,2", "[1,]", "{", "tru", "nul", "NaN", "\"", #""a"#, "[1] ", " [ 1 , 2 ] ", "[\u{a0}]", "// x", "",
        String(repeating: "[", count: 63) + String(repeating: "]", count: 63),
        String(repeating: "[", count: 70) + String(repeating: "]", count: 70),
        String(repeating: "[", count: 600) + String(repeating: "]", count: 600),
        #"{"a":"# + String(repeating: #"{"a":"#, count: 80) + "1" + String(repeating: "}", count: 81),
    ]

    @Test(arguments: names)
    func eachMemberWithAnyValue(name: String) {
        check(text(changing: name, to: nil))
        for value in Self.values { check(text(changing: name, to: value)) }
    }

    @Test(arguments: names)
    func eachMemberTwice(name: String) {
        for value in Self.values + [Self.good[name] ?? ""] {
            let members = Self.names.compactMap { key in Self.good[key].map { (key, $0) } }
            check(text(members + [(name, value)]))
            check(text([(name, value)] + members))
        }
    }

    @Test func strangersAreTheSame() {
        let members = Self.names.compactMap { key in Self.good[key].map { (key, $0) } }
        for value in Self.values {
            check(text([("fieldOfTheFuture", value)] + members))
            check(text(members + [("fieldOfTheFuture", value), ("fieldOfTheFuture", "1")]))
        }
        for name in [#"\u0069d"#, #"d\u0061ta"#, "", "ID", "id ", "ü", #"\ud800"#, "datacontenttypes", #"a\"b"#] {
            check(text([(name, #""other""#)] + members))
        }
    }

    @Test func blanksAndWhatIsAroundIsTheSame() {
        let plain = text(changing: "", to: nil)
        for blank in [" ", "\n", "\r", "\t", "\u{0}", "\u{b}", "\u{a0}", "\u{feff}", ",", "x", "{}", "/**/"] {
            for place in [
                plain, plain.replacing(":", with: ":\(blank)"), plain.replacing(",", with: "\(blank),\(blank)"),
            ] {
                check(place)
                check(blank + place)
                check(place + blank)
            }
        }
    }

    /// Cuts and changes the text at each place.
    @Test func damagedTextIsTheSame() {
        let bytes = Array(text(changing: "", to: nil).utf8)
        for index in bytes.indices {
            check(Array(bytes[..<index]), #_sourceLocation)
            for change in [UInt8(0), 0x22, 0x5C, 0x7B, 0x5D, 0x39, 0x2C, 0x80, 0xFF] {
                var damaged = bytes
                damaged[index] = change
                check(damaged, #_sourceLocation)
            }
        }
    }

    @Test func badUTF8InContentIsTheSame() {
        for bad: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xF4, 0x90, 0x80, 0x80]] {
            for name in ["data", "id", "other"] {
                let value = name == "data" ? #"{"text":"a@b"}"# : #""a@b""#
                let members = Self.names.compactMap { key in Self.good[key].map { (key, key == name ? value : $0) } }
                let whole = text(members + (name == "other" ? [(name, value)] : []))
                let bytes = whole.utf8.flatMap { $0 == UInt8(ascii: "@") ? bad : [$0] }
                check(bytes, #_sourceLocation)
            }
        }
    }

    @Test func aUsualMessageNeedsNoCodable() throws {
        // The quick reader accepts this text without the attributes that `Codable` requires.
        let read = try EnvelopeText(Array(text(changing: "", to: nil).utf8))
        #expect(read.isQuick)
        #expect(try read.data(as: Sample.Body.self) == Sample.Body(text: "hello"))
        let escaped = try EnvelopeText(Array(text(changing: "id", to: #""a\n""#).utf8))
        #expect(!escaped.isQuick)
        #expect(escaped.header.id == "a\n")
    }

    @Test(arguments: [
        "plain", "", "quote\"", "back\\slash", "new\nline", "nul\u{0}", "del\u{7f}", "ü", "😀", "</script>", "a/b",
        "\u{1f}",
    ])
    func writtenTextIsTheSame(_ value: String) throws {
        var envelope = Envelope(
            id: value,
            source: value,
            type: value,
            time: Date(timeIntervalSince1970: 1_800_000_000.123),
            data: Sample.Body(text: value)
        )
        #expect(try envelope.encoded() == envelope.encodedByCodable())
        envelope.datacontenttype = nil
        #expect(try envelope.encoded() == envelope.encodedByCodable())
        envelope.traceparent = value
        envelope.epoch = .max
        envelope.seq = .min
        envelope.correlationid = value
        envelope.replyto = value
        envelope.deadline = .distantFuture
        envelope.specversion = value
        #expect(try envelope.encoded() == envelope.encodedByCodable())
        #expect(try WireJSON.encode(envelope) == envelope.encodedByCodable())
    }

    @Test func contentOfAnyShapeIsWrittenTheSame() throws {
        func compare<Payload: Codable & Sendable>(_ data: Payload) throws {
            let envelope = Envelope(id: "a", source: "s", type: "t", time: Date(timeIntervalSince1970: 0), data: data)
            #expect(try envelope.encoded() == envelope.encodedByCodable())
        }
        try compare(IgnoredPayload())
        try compare(Nothing())
        try compare([1, 2, 3])
        try compare("text")
        try compare(["b": [Date(timeIntervalSince1970: 1.5)], "a": []])
        try compare(JSONValue.null)
        try compare(JSONValue.object(["ü": .array([.bool(true), .number(1.25)])]))
        let bad = Envelope(id: "a", source: "s", type: "t", time: Date(timeIntervalSince1970: 0), data: [Double.nan])
        #expect(throws: EncodingError.self) { try bad.encoded() }
    }

    private struct Nothing: Codable, Sendable {}

    /// Foundation's formatter is the reference for all years.
    @Test func timesAreWrittenAsFoundationDoes() {
        var random = SystemRandomNumberGenerator()
        let places = [-70_000_000_000_000, -11_676_096_000_000, 0, 253_402_300_800_000, 300_000_000_000_000]
        var all = places.flatMap { place in (-3...3).map { Int64(place + $0) } }
        all += (0..<20_000).map { _ in Int64.random(in: -11_700_000_000_000...253_500_000_000_000, using: &random) }
        for milliseconds in all {
            let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
            let rounded = (date.timeIntervalSince1970 * 1_000).rounded()
            if WireJSON.timeText(date) != WireJSON.formatted(milliseconds: rounded) { Issue.record("\(milliseconds)") }
        }
    }
}
