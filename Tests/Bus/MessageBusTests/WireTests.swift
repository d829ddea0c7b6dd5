import FoundationEssentials
import MessageBus
import Testing

/// The wire format: JSON, times, envelopes.
@Suite struct WireTests {
    @Test func everyMillisecondSurvives() throws {
        for millisecond in 0..<1000 {
            let digits = String(millisecond + 1000).dropFirst()
            let text = "2026-11-21T09:41:07.\(digits)Z"
            let date = try #require(WireJSON.time(text))
            #expect(WireJSON.timeText(date) == text)
        }
    }

    @Test(arguments: [
        ("2026-11-21T10:00:00Z", "2026-11-21T10:00:00.000Z"),
        ("2026-11-21T10:00:00.5Z", "2026-11-21T10:00:00.500Z"),
        ("2026-11-21T10:00:00.123456Z", "2026-11-21T10:00:00.123Z"),
        ("2026-11-21T12:00:00+02:00", "2026-11-21T10:00:00.000Z"),
        ("2026-11-21T05:30:00.250-04:30", "2026-11-21T10:00:00.250Z"),
        ("2024-02-29T23:59:59Z", "2024-02-29T23:59:59.000Z"),
        ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
        ("2000-02-29T00:30:00+01:00", "2000-02-28T23:30:00.000Z"),
        ("2026-12-31T23:59:59.25-00:01", "2027-01-01T00:00:59.250Z"),
        ("1904-03-01T00:00:00z", "1904-03-01T00:00:00.000Z"),
        ("2026-11-21t10:00:00.0012345678901Z", "2026-11-21T10:00:00.001Z"),
    ])
    func readsTimes(_ text: String, _ expected: String) {
        #expect(WireJSON.time(text).map(WireJSON.timeText) == expected)
    }

    /// Other languages write microseconds, which no store and no reading keeps.
    @Test(arguments: ["2026-11-21T10:00:00.123956Z", "2026-11-21T10:00:00.1235Z", "2026-11-21T10:00:00.123999999Z"])
    func aTimeHasWholeMilliseconds(_ text: String) throws {
        let time = try #require(WireJSON.time(text))
        #expect(time == WireJSON.time("2026-11-21T10:00:00.123Z"))
    }

    /// Reads each day of 400 years, after which the calendar repeats.
    @Test func everyDayIsRead() throws {
        let first = try #require(WireJSON.time("1800-01-01T00:00:00Z"))
        for day in stride(from: 0, to: 146_097, by: 1) {
            let date = first.addingTimeInterval(Double(day) * 86_400)
            let isRead = WireJSON.time(WireJSON.timeText(date)) == date
            if !isRead { Issue.record("\(WireJSON.timeText(date))") }
        }
    }

    @Test(arguments: [
        "", "now", "2026-11-21", "2026-11-21T10:00:00", "2026-13-01T00:00:00Z",
    ])
    func refusesWhatIsNoTime(_ text: String) {
        #expect(WireJSON.time(text) == nil)
    }

    @Test(arguments: [
        "2026-11-21T10:00:00Z and more", "2026-11-21T25:00:00Z", "2026-02-30T00:00:00Z", " 2026-11-21T10:00:00Z",
        "2026-11-21T24:00:00Z", "2026-11-21T10:60:00Z", "2026-11-21T10:00:60Z", "2026-11-00T10:00:00Z",
        "2025-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2026-11-21 10:00:00Z", "2026-11-21T10:00:00.Z",
        "2026-11-21T10:00:00+24:00", "2026-11-21T10:00:00+0200", "2026-11-21T10:00:00+02", "2026-1-21T10:00:00Z",
        "+2026-11-21T10:00:00Z", "2026-11-21T1\u{ff11}:00:00Z", "20261121T100000Z",
    ])
    func refusesWhatIsNearlyATime(_ text: String) {
        let time = WireJSON.time(text)
        #expect(time == nil)
    }

    @Test(arguments: [
        "0.1", "36.6", "5.4", "0.3", "123456789012345678901234567890.12345678", "-0.000000000000000001", "1e-7", "100",
    ])
    func numbersKeepTheirDecimalValue(_ text: String) throws {
        let value = try WireJSON.decode(JSONValue.self, from: Array(text.utf8))
        #expect(value == .number(try #require(Decimal(string: text))))
        let again = try WireJSON.decode(JSONValue.self, from: WireJSON.encode(value))
        #expect(again == value)
    }

    @Test func anyJSONSurvives() throws {
        let text = #"{"a":[null,true,false,"ü/\"",{"b":{}},[]],"c":0.1,"d":"1"}"#
        let value = try WireJSON.decode(JSONValue.self, from: Array(text.utf8))
        #expect(value["d"]?.text == "1")
        #expect(value["c"]?.text == nil)
        #expect(String(decoding: try WireJSON.encode(value), as: UTF8.self) == text)
    }

    @Test(arguments: ["1e400", "{", "[1", "nul", "\"\\ud800\"", "", String(repeating: "[", count: 20_000)])
    func badJSONIsMalformed(_ text: String) async {
        let code = await busErrorCode { _ = try WireJSON.decode(JSONValue.self, from: Array(text.utf8)) }
        #expect(code == "malformed")
    }

    private static let good = #"""
        {"specversion":"1.0","id":"a","source":"/s1/h1/x/1","type":"vitalbus.sample.v1","time":"2026-11-21T10:00:00.000Z",
        "data":{"text":"hello"}}
        """#

    @Test func unknownFieldsArePassedOver() throws {
        let text = Self.good.replacing(#""data":{"#, with: #""new":{"deep":[1]},"data":{"also":null,"#)
        #expect(try Envelope<Sample.Body>.decode(Array(text.utf8)).data == Sample.Body(text: "hello"))
    }

    @Test(arguments: [
        (#""1.0""#, #""0.3""#), (#""1.0""#, "1.0"), (#""id":"a","#, ""), (#""id":"a""#, #""id":7"#),
        (#""id":"a""#, #""id":null"#), (#""source":"/s1/h1/x/1","#, ""), (#""type":"vitalbus.sample.v1","#, ""),
        (#""2026-11-21T10:00:00.000Z""#, #""yesterday""#), (#""2026-11-21T10:00:00.000Z""#, "0"),
        (#"{"text":"hello"}"#, "{}"), (#"{"text":"hello"}"#, "[]"), (#"{"text":"hello"}"#, "null"),
        (#""data":"#, #""seq":1.5,"data":"#), (#""data":"#, #""epoch":"1","data":"#), ("}}", "}"),
    ])
    func malformedEnvelopes(_ part: String, _ replacement: String) async {
        let text = Self.good.replacing(part, with: replacement)
        #expect(text != Self.good)
        let code = await busErrorCode { _ = try Envelope<Sample.Body>.decode(Array(text.utf8)) }
        #expect(code == "malformed")
    }

    @Test(arguments: [[], [0], [0xff, 0xfe], Array("[]".utf8), Array("null".utf8), Array("42".utf8)])
    func noEnvelopeAtAll(_ bytes: [UInt8]) async {
        #expect(await busErrorCode { _ = try Envelope<Sample.Body>.decode(bytes) } == "malformed")
    }

    @Test func anOversizePayloadIsRefusedBeforeItIsRead() async {
        let bytes = [UInt8](repeating: UInt8(ascii: " "), count: BusMessage.payloadLimit + 1)
        #expect(await busErrorCode { _ = try Envelope<Sample.Body>.decode(bytes) } == "payloadTooLarge")
    }

    @Test func errorsNameTheFieldAndNotItsContent() async {
        let text = Self.good.replacing(#"{"text":"hello"}"#, with: #"{"text":{"token":"s3cret"}}"#)
        do {
            _ = try Envelope<Sample.Body>.decode(Array(text.utf8))
            Issue.record("it was taken")
        } catch {
            #expect("\(error)".contains("data.text"))
            #expect(!"\(error)".contains("s3cret"))
        }
    }

    /// Cut or changed envelopes are read or refused; they never trap.
    @Test func damagedEnvelopesNeverTrap() {
        let bytes = Array(Self.good.utf8)
        var read = 0
        for index in bytes.indices {
            for change in [UInt8(0), 0x22, 0x7b, 0x5d, 0x39, 0xff] {
                var damaged = bytes
                damaged[index] = change
                if (try? Envelope<Sample.Body>.decode(damaged)) != nil { read += 1 }
            }
            #expect((try? Envelope<Sample.Body>.decode(Array(bytes[..<index]))) == nil)
        }
        #expect(read < bytes.count * 6)
    }

    @Test func propertiesMirrorTheEnvelope() throws {
        var envelope = try Envelope<Sample.Body>.decode(Array(Self.good.utf8))
        envelope.correlationid = "c"
        envelope.replyto = "r"
        envelope.traceparent = "t"
        let properties = envelope.properties
        #expect(properties.contentType == "application/cloudevents+json")
        #expect(properties.correlationData == "c")
        #expect(properties.responseTopic == "r")
        #expect(properties.userProperties.map(\.name) == ["id", "type", "traceparent"])
    }

    @Test func explicitNullsAndUnknownCodesAreCarried() throws {
        let fault = WireFault(code: "ofTheFuture", message: "m", retriable: true)
        #expect(fault.error.code.rawValue == "ofTheFuture")
        #expect(fault.error.isRetriable)
        #expect(WireFault(fault.error) == fault)
    }

    @Test(arguments: [#"{"seat":"a \"data\":{} b","values":[1.50,null,true,{}]}"#, "{}", "[]", "null", #""data""#])
    func finishedContentIsPutInAsItIs(_ content: String) throws {
        var envelope = Envelope(
            id: #"id "data":{}"#,
            source: "/site/hub/actor/main",
            type: "vitalbus.test.v1",
            time: Date(timeIntervalSince1970: 1_800_000_000),
            data: IgnoredPayload()
        )
        envelope.correlationid = #"{"data":{}}"#
        let read = try Envelope<JSONValue>.decode(envelope.encoded(data: Array(content.utf8)))
        #expect(read.data == (try WireJSON.decode(JSONValue.self, from: Array(content.utf8))))
        #expect(read.id == envelope.id && read.correlationid == envelope.correlationid && read.type == envelope.type)
    }

}
