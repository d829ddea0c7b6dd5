import Curl
import Testing
import ValidicSimulator

@Suite struct LegacyTests {
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

    /// One complete record of each type, with every field that the public pages name.
    private static let whole: [(type: String, fields: String)] = [
        (
            "fitness",
            """
            "activity_id":"a","type":"Running","intensity":"high","start_time":"2026-02-24T12:30:09+00:00","distance":1,
            "duration":1,"calories":1
            """
        ),
        (
            "routine",
            """
            "activity_id":"a","steps":1,"distance":1,"floors":1,"elevation":1,"calories_burned":1,"water":1,
            "active_duration":1
            """
        ),
        (
            "nutrition",
            """
            "activity_id":"a","meal":"Lunch","calories":1,"carbohydrates":1,"fat":1,"fiber":1,"protein":1,"sodium":1,
            "water":1
            """
        ),
        ("sleep", #""activity_id":"a","total_sleep":1,"awake":1,"deep":1,"light":1,"rem":1,"times_woken":1"#),
        ("weight", #""data_id":"a","weight":1,"height":1,"free_mass":1,"fat_percent":1,"mass_weight":1,"bmi":1"#),
        (
            "diabetes",
            """
            "activity_id":"a","relationship_to_meal":"before","c_peptide":1,"fasting_plasma_glucose_test":1,
            "oral_glucose_tolerance_test":1,"random_plasma_glucose_test":1,"triglyceride":1,"blood_glucose":1,"hba1c":1,
            "insulin":1
            """
        ),
        (
            "biometrics",
            """
            "data_id":"a","blood_calcium":1,"blood_chromium":1,"blood_folic_acid":1,"blood_magnesium":1,
            "blood_potassium":1,"blood_sodium":1,"blood_vitamin_b12":1,"blood_zinc":1,"creatine_kinase":1,"crp":1,
            "diastolic":1,"systolic":1,"ferritin":1,"hdl":1,"hscrp":1,"il6":1,"ldl":1,"resting_heartrate":1,
            "testosterone":1,"total_cholesterol":1,"tsh":1,"uric_acid":1,"vitamin_d":1,"white_cell_count":1,"spo2":1,
            "temperature":1,"extras":{"note":"x"}
            """
        ),
        ("tobacco_cessation", #""activity_id":"a","cigarettes_allowed":1,"cigarettes_smoked":1,"cravings":1"#),
    ]

    @Test("Every public field of every type is accepted, and no other")
    func fields() async throws {
        try await Fixture.with { fixture in
            for (type, whole) in Self.whole {
                // A log id belongs to one record of the user, whatever its type.
                let fields = whole.replacing("_id\":\"a\"", with: "_id\":\"\(type)\"")
                func send(_ fields: String) async throws -> CurlResponse {
                    try await fixture.send(
                        "POST",
                        "/v1/organizations/org/users/\(Fixture.ann.id)/\(type).json",
                        #"{"\#(type)":{"timestamp":"2026-02-24T12:30:09+00:00",\#(fields)},"access_token":"token-ann"}"#
                    )
                }
                let taken = try await send(fields)
                #expect(taken.status == 201, "\(taken.text)")
                #expect(try await send(fields + #","stepps":1"#).status == 422)
                let otherID = type == "weight" || type == "biometrics" ? "activity_id" : "data_id"
                #expect(try await send(fields.replacing(/"(activity|data)_id"/, with: "\"\(otherID)\"")).status == 422)
                #expect(try await send(fields.replacing(":1", with: ":\"1\"")).status == 422)
                let empty = fields.replacing(/,"\w+":1/, with: "").replacing(/,\s*"\w+":1/, with: "")
                #expect(try await send(empty).status == 422, "\(type) without a value")
                #expect(try await send(fields + #","utc_offset":-18000"#).status == 422)
            }
        }
    }

    @Test("The user's own entry is returned for a valid token")
    func me() async throws {
        try await Fixture.with { fixture in
            let good = try await fixture.send("GET", "/v1/me.json?authentication_token=token-ann")
            #expect(good.json("me", "_id") == Fixture.ann.id)
            let bad = try await fixture.send("GET", "/v1/me.json?authentication_token=nobody")
            #expect(bad.status == 401 && bad.json("message") == "Unauthorized")
        }
    }

    @Test("Refusals have the API's format")
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
