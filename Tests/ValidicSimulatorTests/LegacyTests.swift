import Curl
import Testing
import ValidicSimulator

@Suite(.timeLimit(.minutes(1)))
struct LegacyTests {
    private let path = "/v1/organizations/org/users/\(Fixture.ann.id)/biometrics"

    @Test("A record is created, listed, changed and deleted")
    func life() async throws {
        try await Fixture.with { [path] fixture in
            let made = try await fixture.send("POST", path + ".json", Samples.biometrics("d-1", token: "token-ann"))
            #expect(made.status == 201 && made.json("code") == "201" && made.json("message") == "Ok")
            let id = try #require(made.json("biometrics", "_id"))
            let list = try await fixture.send("GET", path + ".json?access_token=token-ann")
            #expect(list.json("biometrics", "0", "data_id") == "d-1" && list.json("summary", "results") == "1")
            let query = ".json?access_token=token-ann&start_date=2026-03-01T00:00:00Z"
            let late = try await fixture.send("GET", path + query)
            #expect(late.json("summary", "results") == "0")
            let other = Samples.biometrics("d-1", token: "token-ann", systolic: 99)
            let changed = try await fixture.send("PUT", "\(path)/\(id).json", other)
            #expect(changed.status == 200 && changed.json("biometrics", "systolic") == "99")
            let deleted = try await fixture.send("DELETE", "\(path)/\(id).json", #"{"access_token":"token-ann"}"#)
            #expect(deleted.status == 200)
            #expect(try await fixture.send("DELETE", "\(path)/\(id).json?access_token=token-ann").status == 404)
        }
    }

    @Test("Who am I")
    func me() async throws {
        try await Fixture.with { fixture in
            let good = try await fixture.send("GET", "/v1/me.json?authentication_token=token-ann")
            #expect(good.json("me", "_id") == Fixture.ann.id)
            let bad = try await fixture.send("GET", "/v1/me.json?authentication_token=nobody")
            #expect(bad.status == 401 && bad.json("message") == "Unauthorized")
        }
    }

    @Test("Refusals have the API's form")
    func refusals() async throws {
        try await Fixture.with { [path] fixture in
            let foreign = try await fixture.send("POST", path + ".json", Samples.biometrics("d", token: "token-bob"))
            #expect(foreign.status == 403 && foreign.json("errors") == "Bad request")
            let unknown = try await fixture.send("POST", path + ".json", Samples.biometrics("d", token: "nobody"))
            #expect(unknown.status == 401)
            let nobody = path.replacing(Fixture.ann.id, with: "nobody") + ".json"
            let absent = try await fixture.send("POST", nobody, Samples.biometrics("d", token: "token-ann"))
            #expect(absent.status == 404 && absent.json("errors") == "No user found")
            let dated = Samples.biometrics("d", token: "token-ann").replacing("2026-02-24T", with: "yesterday")
            let date = try await fixture.send("POST", path + ".json", dated)
            #expect(date.status == 406 && date.json("errors", "0") == "Invalid date")
            let empty = try await fixture.send("POST", path + ".json", #"{"access_token":"token-ann"}"#)
            #expect(empty.status == 422 && empty.json("code") == "422")
            #expect(try await fixture.summary().accepted == 0)
        }
    }
}
