import Curl
import Foundation
import Testing
import ValidicSimulator

@Suite struct InformTests {
    @Test("A record is created, found, changed and deleted")
    func life() async throws {
        try await Fixture.with { fixture in
            let made = try await fixture.post("log-1")
            #expect(made.status == 201 && made.json("log_id") == "log-1" && made.json("user", "uid") == "ann-1")
            let id = try #require(made.json("id"))
            #expect(id.wholeMatch(of: /[0-9a-f]{24}/) != nil)
            let list = "/organizations/org/users/ann-1/measurements?token=token-ann&start_date=2026-02-24&end_date="
            #expect(try await fixture.send("GET", list + "2026-02-24").json("data", "0", "id") == id)
            #expect(try await fixture.send("GET", list + "2026-04-24").status == 400)
            let path = "/connect/provider/data/measurements/\(id)"
            let other = Samples.measurement("log-1", value: 9)
            let changed = try await fixture.send("PUT", path, token: "token-ann", other)
            #expect(changed.status == 200 && changed.json("id") == id && changed.json("metrics", "0", "value") == "9")
            #expect(try await fixture.send("DELETE", path, token: "token-bob").status == 404)
            #expect(try await fixture.send("DELETE", path, token: "token-ann").status == 200)
            #expect(try await fixture.send("GET", list + "2026-02-24").json("data", "0") == nil)
            let summary = try await fixture.summary()
            #expect(summary.creates == 1 && summary.updates == 1 && summary.deletes == 1 && summary.accepted == 1)
        }
    }

    @Test("The user check distinguishes good tokens from bad ones")
    func userCheck() async throws {
        try await Fixture.with { fixture in
            let path = "/organizations/org/users/ann-1"
            let good = try await fixture.send("GET", path + "?token=token-ann")
            #expect(good.status == 200 && good.json("uid") == "ann-1" && good.json("status") == "active")
            let bad = try await fixture.send("GET", path + "?token=token-bob")
            #expect(bad.status == 401 && bad.json("errors", "0") == "Token is not authorized to access organization")
            let none = try await fixture.send("GET", path)
            #expect(none.status == 403 && none.json("message") == "Invalid authentication credentials")
            _ = try await fixture.send("POST", "/_control/revoke", #"{"token":"token-ann"}"#)
            #expect(try await fixture.send("GET", path + "?token=token-ann").status == 401)
            #expect(try await fixture.post("log-1").status == 401)
            #expect(try await fixture.summary().creates == 0)
        }
    }

    @Test(
        "A record in the wrong format is refused in the API's format",
        arguments: [
            ("", 400), ("[]", 400), ("{", 400), ("{}", 422),
            (Samples.measurement("a").replacing("\"value\":120", with: "\"value\":\"120\""), 422),
            (Samples.measurement("a").replacing("measurement", with: "summary"), 422),
            (Samples.measurement("a").replacing("T12:30:09Z", with: ""), 422),
            (Samples.measurement("a").replacing("-18000", with: "-72000"), 422), (Samples.measurement(""), 422),
        ]
    )
    func shape(json: String, status: Int) async throws {
        try await Fixture.with { fixture in
            let path = "/connect/provider/data/measurements"
            let response = try await fixture.send("POST", path, token: "token-ann", json)
            #expect(response.status == status && response.json("errors") != nil)
            #expect(try await fixture.summary().accepted == 0)
        }
    }

    /// Members that replace a measurement's metrics; STEPS and POINTS stand for one whole metric each.
    @Test(
        "Each type has its own members",
        arguments: [
            ("summaries", "summary", #""category":"daily","metrics":[STEPS]"#, 201),
            ("summaries", "summary", #""metrics":[STEPS]"#, 422),
            ("workouts", "workout", #""name":"Run","category":"running","metrics":[STEPS]"#, 201),
            ("workouts", "workout", #""category":"curling","metrics":[STEPS]"#, 422),
            ("sleep", "sleep", #""metrics":[STEPS]"#, 201), ("sleep", "sleep", #""metrics":[]"#, 422),
            (
                "nutrition", "nutrition", #""metrics":[],"segments":[{"name":"Lunch","metrics":[STEPS],"food":[]}]"#,
                201
            ),
            (
                "nutrition", "nutrition", #""metrics":[],"segments":[{"name":"Lunch","metrics":[{"type":"fat"}]}]"#,
                422
            ),
            ("nutrition", "nutrition", #""metrics":[],"segments":[{"name":"Lunch"}]"#, 422),
            ("intraday", "intraday", #""granularity":{"interval":15,"unit":"minute"},"metrics":[POINTS]"#, 201),
            ("intraday", "intraday", #""metrics":[POINTS]"#, 422),
            ("intraday", "intraday", #""granularity":{"interval":15,"unit":"minute"},"metrics":[STEPS]"#, 422),
            ("measurements", "measurement", #""metrics":[],"tags":[{"name":"x","value":"low"}]"#, 201),
            ("measurements", "measurement", #""metrics":[{"type":"fat","unit":"g","value":1}]"#, 422),
        ] as [(String, String, String, Int)]
    )
    func types(path: String, type: String, members: String, status: Int) async throws {
        let steps = #""type":"steps","origin":"device","unit":"count""#
        let point = #"{"time":"2026-02-24T12:30:09Z","value":1}"#
        let whole = members.replacing("STEPS", with: "{\(steps),\"value\":1}")
            .replacing("POINTS", with: "{\(steps),\"data_points\":[\(point)]}")
        let json = Samples.measurement("a").replacing("\"measurement\"", with: "\"\(type)\"")
            .replacing(/"metrics":.*/, with: whole + "}")
        try await Fixture.with { fixture in
            let response = try await fixture.send("POST", "/connect/provider/data/" + path, token: "token-ann", json)
            #expect(response.status == status, "\(response.text)")
        }
    }

    @Test("A body above the limit gets 413")
    func tooLarge() async throws {
        try await Fixture.with(SimulatorConfiguration(server: ServerSettings(maximumBody: 1000))) { fixture in
            let json = Samples.measurement(String(repeating: "x", count: 2000))
            let path = "/connect/provider/data/measurements"
            let response = try await fixture.send("POST", path, token: "token-ann", json)
            #expect(response.status == 413 && response.json("errors") != nil)
        }
    }
}
