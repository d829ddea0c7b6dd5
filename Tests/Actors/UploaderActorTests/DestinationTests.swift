import ActorRuntime
import DeliveryRules
import Foundation
import MessageBus
import Testing
import VitalRecords

@testable import UploaderActor

@Suite("Destinations")
struct DestinationTests {
    private let access = SessionCredentials(userID: "u/1", organizationID: "o", token: "tok-4711")

    private func inform(_ repeats: RepeatPolicy = .lookup) throws -> InformDestination {
        InformDestination(base: try BaseURL("https://api.example", key: "k"), repeats: repeats)
    }

    private func legacy() throws -> LegacyDestination {
        LegacyDestination(base: try BaseURL("https://api.example/", key: "k"), repeats: .lookup)
    }

    private func json(_ request: DestinationRequest) throws -> JSONValue {
        try WireJSON.decode(JSONValue.self, from: try #require(request.body))
    }

    private func reply(_ status: Int, _ body: String) -> DestinationReply {
        DestinationReply(status: status, body: Array(body.utf8))
    }

    @Test("Inform gets the public record, exact values, and no serial number")
    func informRecord() throws {
        let glucose = VitalRecords.Measurement(
            metric: .bloodGlucose,
            value: DecimalNumber(mantissa: 55, exponent: -1),
            unit: "mmol/L"
        )
        let context = ReadingContext(
            meal: "before_meal",
            outOfBounds: [OutOfBounds(metric: .bloodGlucose, direction: .high)]
        )
        let record = try Samples.record(type: .diabetes, [glucose], utcOffset: -18_000, context: context)
        let request = try inform().create(record, with: access)
        #expect(request.method == "POST")
        #expect(request.url == "https://api.example/connect/provider/data/measurements")
        #expect(request.headers.contains { $0 == ("Authorization", "Bearer tok-4711") })
        let expected = """
            {"end_time":"2026-08-06T07:06:40.000Z","log_id":"\(record.logID)","metrics":[{"origin":"device",\
            "type":"blood_glucose","unit":"mmol/L","value":5.5}],"offset_origin":"source","source":{"device":\
            {"id":null,"manufacturer":"Acme","model":"BP 1"},"type":"bluetooth"},"start_time":"2026-08-06T07:06:40.000Z",\
            "tags":[{"name":"out_of_bounds_blood_glucose","value":"high"}],"type":"measurement",\
            "user_notes":[{"type":"relationship_to_meal","value":"before"}],"utc_offset":-18000,"version":"1.0"}
            """
        #expect(String(decoding: try #require(request.body), as: UTF8.self) == expected)
    }

    @Test("an unknown offset is omitted, and a measurement without a field is counted")
    func informUnknowns() throws {
        let request = try inform().create(Samples.record(utcOffset: nil), with: access)
        #expect(request.leftOut == 1)
        #expect(try json(request)["utc_offset"] == nil)
        let nowhere = VitalRecords.Measurement(metric: .meanArterialPressure, value: 89, unit: "mm[Hg]")
        #expect(throws: UploaderError.self) { try inform().create(Samples.record(1, [nowhere]), with: access) }
        #expect(throws: UploaderError.self) { try inform().create(Samples.record(type: .intraday), with: access) }
    }

    @Test("legacy gets fields in its units, its own id names, and the token only in the body")
    func legacyRecord() throws {
        let pounds = VitalRecords.Measurement(metric: .bodyWeight, value: 100, unit: "[lb_av]")
        let weight = try Samples.record(type: .weight, [pounds], utcOffset: -12_600)
        let request = try legacy().create(weight, with: access)
        #expect(request.url == "https://api.example/v1/organizations/o/users/u%2F1/weight.json")
        let body = try json(request)
        #expect(body["access_token"]?.text == "tok-4711")
        #expect(body["weight"]?["weight"] == .number(Decimal(string: "45.4") ?? 0))
        #expect(body["weight"]?["data_id"]?.text == weight.logID.rawValue)
        #expect(body["weight"]?["timestamp"]?.text == "2026-08-06T03:36:40-03:30")
        #expect(body["weight"]?["utc_offset"]?.text == "-03:30")
        let glucose = VitalRecords.Measurement(metric: .bloodGlucose, value: 99, unit: "mg/dL")
        let diabetes = try legacy().create(Samples.record(type: .diabetes, [glucose]), with: access)
        #expect(try json(diabetes)["diabetes"]?["activity_id"] != nil)
        #expect(try legacy().update(weight, serverID: nil, with: access) == nil)
    }

    @Test(
        "answers of the Inform API",
        arguments: [
            (201, #"{"id":"a1","log_id":"LOG"}"#, "submitted"), (200, #"{"data":{"id":"a1"}}"#, "submitted"),
            (201, #"{"id":"a1","log_id":"another"}"#, "paused"), (200, "{}", "paused"), (200, "", "paused"),
            (200, "<html>", "paused"), (401, #"{"errors":["no"]}"#, "unauthorized"), (401, "<html>", "paused"),
            (403, #"{"message":"Invalid authentication credentials"}"#, "unauthorized"),
            (403, #"{"message":"not on this plan"}"#, "paused"), (404, #"{"errors":["not found"]}"#, "paused"),
            (409, #"{"errors":{"log_id":["has already been taken"]}}"#, "submitted"),
            (409, #"{"errors":["LOG has already been taken"]}"#, "submitted"),
            (409, #"{"errors":["another record"],"log_id":"another"}"#, "rejected"),
            (422, #"{"message":"bad"}"#, "rejected"), (422, #"{"a":1}"#, "paused"), (429, "", "retry"),
            (500, "<html>", "retry"),
        ]
    )
    func informAnswers(_ status: Int, _ body: String, _ wanted: String) throws {
        let record = try Samples.record()
        let text = body.replacingOccurrences(of: "LOG", with: record.logID.rawValue)
        #expect(Self.word(try inform().answer(reply(status, text), to: record)) == wanted)
    }

    @Test(
        "answers of the legacy API",
        arguments: [
            (201, #"{"code":201,"message":"Ok","biometrics":{"_id":"a1","data_id":"LOG"}}"#, "submitted"),
            (200, #"{"biometrics":{"_id":"a1"}}"#, "submitted"), (200, #"{"code":200,"message":"Ok"}"#, "paused"),
            (200, #"{"weight":{"_id":"a1"}}"#, "paused"),
            (401, #"{"code":401,"message":"Unauthorized"}"#, "unauthorized"),
            (403, #"{"code":403,"message":"Forbidden","errors":"Bad request"}"#, "unauthorized"),
            (406, #"{"code":406,"message":"Not Acceptable","errors":["Invalid date"]}"#, "rejected"),
            (409, #"{"code":409,"message":"Conflict","errors":"Activity LOG already exists"}"#, "submitted"),
            (409, #"{"code":409,"message":"Conflict","errors":"User already exists"}"#, "rejected"),
            (503, "", "retry"),
        ]
    )
    func legacyAnswers(_ status: Int, _ body: String, _ wanted: String) throws {
        let record = try Samples.record()
        let text = body.replacingOccurrences(of: "LOG", with: record.logID.rawValue)
        #expect(Self.word(try legacy().answer(reply(status, text), to: record)) == wanted)
    }

    @Test("look-ups compare log ids and read all pages")
    func lookups() throws {
        let record = try Samples.record()
        let inform = try inform()
        let request = try inform.lookup(record, offset: 0, with: access)
        #expect(
            request.url
                == "https://api.example/organizations/o/users/u%2F1/measurements?start_date=2026-08-05&end_date=2026-08-07"
                + "&token=tok-4711&offset=0"
        )
        let there = #"{"data":[{"id":"b","log_id":"x"},{"id":"a1","log_id":"\#(record.logID)"}]}"#
        #expect(inform.found(reply(200, there), record: record, offset: 0) == .found(serverID: "a1"))
        let deleted = #"{"data":[{"id":"a1","log_id":"\#(record.logID)","deleted_at":"2026-08-06T00:00:00Z"}]}"#
        #expect(inform.found(reply(200, deleted), record: record, offset: 0) == .absent)
        let page = #"{"data":[{"id":"b","log_id":"x"}],"meta":{"total":3}}"#
        #expect(inform.found(reply(200, page), record: record, offset: 0) == .more(offset: 1))
        #expect(inform.found(reply(200, page), record: record, offset: 2) == .absent)
        let refusal = DestinationAnswer(status: 401, body: .api, apiMessage: "no")
        #expect(inform.found(reply(401, #"{"errors":["no"]}"#), record: record, offset: 0) == .refused(refusal))
        // An object with an id is not a list and names no record.
        guard case .refused(let odd) = inform.found(reply(200, #"{"id":"a1"}"#), record: record, offset: 0) else {
            Issue.record("an object was taken for a list")
            return
        }
        #expect(odd.body == .foreign)
        let legacy = try legacy()
        let rows = #"{"summary":{"next":"https://x"},"biometrics":[{"_id":"b","data_id":"x"}]}"#
        #expect(legacy.found(reply(200, rows), record: record, offset: 0) == .more(offset: 1))
        let last = #"{"summary":{"results":1,"next":null},"biometrics":[{"_id":"b","data_id":"\#(record.logID)"}]}"#
        #expect(legacy.found(reply(200, last), record: record, offset: 0) == .found(serverID: "b"))
    }

    @Test(
        "plain http is allowed for this machine only",
        arguments: [
            ("https://api.example", true), ("https://api.example:8443/base/", true), ("http://127.0.0.1:80", true),
            ("http://localhost", true), ("http://[::1]:8080", true), ("http://api.example", false),
            ("http://127.0.0.1.example", false), ("http://localhost.example", false), ("http://127.1", false),
            ("https://user@api.example", false), ("https://api.example?x=1", false), ("ftp://api.example", false),
            ("https://", false), ("http://[::1].example", false),
        ]
    )
    func baseURLs(_ text: String, _ isGood: Bool) {
        let made = try? BaseURL(text, key: "k")
        #expect((made != nil) == isGood)
    }

    @Test("templates encode the values that fill them")
    func templates() {
        let path = PathTemplate("/a/{x}/{y}?z={x}")
        #expect(path.filled(["x": "1 /ü{y}"]) == "/a/1%20%2F%C3%BC%7By%7D/{y}?z=1%20%2F%C3%BC%7By%7D")
    }

    @Test("neither credentials nor requests print a secret")
    func secrets() throws {
        let request = try legacy().create(Samples.record(), with: access)
        var text = ""
        dump(access, to: &text)
        dump(request, to: &text)
        text += "\(access) \(request) \(String(reflecting: access))"
        #expect(!text.contains("tok-4711"))
        #expect(!text.contains("122"))
    }

    private static func word(_ answer: DestinationAnswer) -> String {
        switch AnswerTable.classify(answer, now: Date(timeIntervalSince1970: 0)) {
        case .submitted: "submitted"
        case .sessionUnauthorized: "unauthorized"
        case .rejected: "rejected"
        case .destinationPaused: "paused"
        case .retry: "retry"
        }
    }
}
