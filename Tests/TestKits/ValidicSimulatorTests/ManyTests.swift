import Curl
import Foundation
import Testing
import ValidicSimulator

@Suite("Several records at once")
struct ManyTests {
    private let inform = "/connect/provider/data/measurements/many"
    private let legacy = "/v1/organizations/org/users/ann-1/biometrics/many.json"

    private func informBody(_ rows: [String]) -> String { "{\"data\":[\(rows.joined(separator: ","))]}" }

    private func legacyBody(_ logIDs: [String], token: String = "token-ann") -> String {
        let rows = logIDs.map { logID in
            #"{"timestamp":"2026-02-24T12:30:09+00:00","systolic":120,"data_id":"\#(logID)"}"#
        }
        return "{\"biometrics\":[\(rows.joined(separator: ","))],\"access_token\":\"\(token)\"}"
    }

    @Test("Each record is judged separately")
    func informEach() async throws {
        try await Fixture.with { fixture in
            let bad = Samples.measurement("b").replacing("\"value\":120", with: "\"value\":\"x\"")
            let rows = [Samples.measurement("a"), bad, Samples.measurement("c")]
            let answer = try await fixture.send("POST", inform, token: "token-ann", informBody(rows))
            #expect(answer.status == 207)
            #expect((0..<3).map { answer.json("data", "\($0)", "status") } == ["201", "422", "201"])
            #expect((0..<3).map { answer.json("data", "\($0)", "log_id") } == ["a", "b", "c"])
            #expect(answer.json("data", "0", "id")?.count == 24 && answer.json("data", "1", "errors") != nil)
            let again = try await fixture.send("POST", inform, token: "token-ann", informBody([rows[0]]))
            #expect(again.json("data", "0", "status") == "200")
            let summary = try await fixture.summary()
            #expect(summary.creates == 2 && summary.repeats == 1 && summary.accepted == 2)
        }
    }

    @Test("Each record is judged separately in the legacy API's format")
    func legacyEach() async throws {
        try await Fixture.with(SimulatorConfiguration(repeats: .conflict)) { fixture in
            let answer = try await fixture.send("POST", legacy, legacyBody(["a", "", "c", "a"]))
            #expect(answer.status == 207 && answer.json("code") == "207")
            #expect(
                (0..<4).map { answer.json("biometrics", "\($0)", "code") } == ["201", "422", "201", "409"]
            )
            #expect(answer.json("biometrics", "2", "data_id") == "c")
            #expect(answer.json("biometrics", "2", "_id")?.count == 24)
            #expect(try await fixture.summary().creates == 2)
        }
    }

    @Test(
        "A request in the wrong format is refused as a whole",
        arguments: [("{}", 422), ("[]", 400), (#"{"data":[]}"#, 422), (#"{"data":{}}"#, 422), ("{", 400)]
    )
    func shape(body: String, wanted: Int) async throws {
        try await Fixture.with { fixture in
            func status(_ path: String, _ json: String, token: String = "token-ann") async throws -> Int {
                try await fixture.send("POST", path, token: token, json).status
            }
            let rows = (0...100).map { Samples.measurement("\($0)") }
            let statuses = [
                try await status(inform, body), try await status(inform, informBody([]), token: "nobody"),
                try await status(inform, informBody(rows)), try await status(legacy, legacyBody([])),
                try await status(legacy, legacyBody(["a"], token: "nobody")),
                try await status(legacy, legacyBody(["a"], token: "token-bob")),
            ]
            #expect(statuses == [wanted, 401, 422, 422, 401, 403])
            let summary = try await fixture.summary()
            #expect(summary.accepted == 0)
        }
    }

    @Test("One is refused, half are answered, the order differs, or nothing is returned")
    func faults() async throws {
        try await Fixture.with { fixture in
            func post(_ fault: String) async throws -> CurlResponse {
                try await fixture.set(faults: "[{\"kind\":\"\(fault)\",\"path\":\"many\"}]")
                let rows = (0..<4).map { Samples.measurement("\(fault)-\($0)") }
                return try await fixture.send("POST", inform, token: "token-ann", informBody(rows), isFresh: true)
            }
            let one = try await post("refuseOne")
            #expect((0..<4).map { one.json("data", "\($0)", "status") } == ["201", "201", "422", "201"])
            #expect(try await fixture.summary().creates == 3)
            let half = try await post("halfList")
            #expect((0..<4).map { half.json("data", "\($0)", "log_id") } == ["halfList-0", "halfList-1", nil, nil])
            #expect(try await fixture.summary().creates == 7)
            #expect(try await post("reversed").json("data", "0", "log_id") == "reversed-3")
            #expect(try await post("withoutID").json("data", "0", "id") == nil)
            let error = await #expect(throws: CurlError.self) { _ = try await post("resetAfter") }
            #expect(error?.possiblySent == true)
            #expect(try await fixture.summary().creates == 19)
        }
    }
}
