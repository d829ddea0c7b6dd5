import FHIRSimulator
import SimulatedServer
import Testing

@Suite struct VersionTests {
    @Test(
        "The first PUT creates, each later one makes a version, even with equal content if the server does so",
        arguments: [true, false]
    )
    func puts(makesVersion: Bool) async throws {
        var configuration = FHIRServerConfiguration()
        configuration.behaviour.equalPutMakesVersion = makesVersion
        try await Fixture.with(configuration) { fixture in
            let first = try await fixture.put("a")
            #expect(first.status == 201 && first.header("ETag") == "W/\"1\"")
            #expect(first.header("Location") == "http://server/fhir/Observation/a/_history/1")
            let again = try await fixture.put("a")
            #expect(again.status == 200 && again.header("ETag") == (makesVersion ? "W/\"2\"" : "W/\"1\""))
            #expect(
                try await fixture.put("a", value: 37).body?["meta"]?["versionId"]?.string == (makesVersion ? "3" : "2")
            )
            let summary = try await fixture.summary()
            #expect(summary.observations == 1 && summary.versions == (makesVersion ? 3 : 2))
            #expect(summary.repeats == (makesVersion ? 1 : 0))
            let old = try await fixture.send("GET", "/Observation/a/_history/1")
            #expect(old.body?["valueQuantity"]?["value"] == .number(36.6))
            #expect(try await fixture.send("GET", "/Observation/a/_history").entries.count == (makesVersion ? 3 : 2))
        }
    }

    @Test("If-Match allows a write only to the newest version")
    func match() async throws {
        try await Fixture.with { fixture in
            _ = try await fixture.put("a")
            let body = Samples.observation(id: "a", value: 38)
            let wrong = try await fixture.send("PUT", "/Observation/a", body: body, headers: ["If-Match": "W/\"7\""])
            #expect(wrong.status == 412 && wrong.issue == "conflict")
            let right = try await fixture.send("PUT", "/Observation/a", body: body, headers: ["If-Match": "W/\"1\""])
            #expect(right.status == 200)
        }
    }

    @Test("Invalid resources, wrong types, unknown codes and unknown patients are refused")
    func refusals() async throws {
        var configuration = FHIRServerConfiguration()
        configuration.behaviour.refusedCodes = ["2708-6"]
        try await Fixture.with(configuration) { fixture in
            #expect(try await fixture.send("PUT", "/Observation/a", body: "oops").issue == "structure")
            #expect(try await fixture.send("PUT", "/Device/a", body: Samples.observation(id: "a")).status == 400)
            #expect(try await fixture.send("PUT", "/Observation/b", body: Samples.observation(id: "a")).status == 400)
            let refused = try await fixture.put("a", code: "2708-6")
            #expect(refused.status == 422 && refused.issue == "business-rule")
            let unknown = try await fixture.put("a", patient: "99")
            #expect(unknown.status == 422 && unknown.issue == "not-found")
            #expect(try await fixture.send("GET", "/Observation/a").status == 404)
            #expect(try await fixture.send("GET", "/Appointment").status == 404)
            #expect(try await fixture.summary().versions == 0)
        }
    }

    @Test("A deleted patient is 410, and a replaced one is counted")
    func patients() async throws {
        try await Fixture.with { fixture in
            _ = try await fixture.send("POST", "/_control/patients", body: #"{"id":"1","isDeleted":true}"#)
            #expect(try await fixture.send("GET", "/Patient/1").status == 410)
            #expect(try await fixture.put("a").issue == "deleted")
            _ = try await fixture.send("POST", "/_control/patients", body: #"{"id":"2","replacedBy":"3"}"#)
            let replaced = try await fixture.send("GET", "/Patient/2")
            #expect(replaced.body?["link"]?.array?.first?["type"]?.string == "replaced-by")
            #expect(try await fixture.put("a", patient: "2").status == 201)
            #expect(try await fixture.summary().onReplaced == 1)
        }
    }

    @Test("Searches find ids and identifiers, but not resources that are too new")
    func searches() async throws {
        try await Fixture.with { fixture in
            for id in ["a", "b"] {
                let body = Samples.observation(id: id, identifier: "urn:uuid:\(id)")
                _ = try await fixture.send("PUT", "/Observation/\(id)", body: body)
            }
            #expect(try await fixture.send("GET", "/Observation?_id=a,b,c").entries.count == 2)
            let token = "urn:ietf:rfc:3986%7Curn:uuid:b"
            #expect(try await fixture.send("GET", "/Observation?identifier=\(token)").entries.count == 1)
            #expect(try await fixture.send("GET", "/Patient?identifier=urn:x%7C7").entries.count == 1)
            #expect(try await fixture.send("GET", "/Observation?identifier=urn:other%7Curn:uuid:b").entries.isEmpty)
            _ = try await fixture.send("PUT", "/_control/behaviour", body: #"{"searchLag":60000}"#)
            #expect(try await fixture.send("GET", "/Observation?_id=a").entries.isEmpty)
        }
    }

    @Test(
        "A server declares its version of FHIR, and whether it accepts transactions",
        arguments: ["1.0.2", "5.0.0"]
    )
    func capability(version: String) async throws {
        var configuration = FHIRServerConfiguration()
        configuration.behaviour.fhirVersion = version
        configuration.behaviour.transactions = false
        try await Fixture.with(configuration) { fixture in
            let said = try await fixture.send("GET", "/metadata").body
            #expect(
                said?["fhirVersion"]?.string == version
                    && said?["rest"]?.array?.first?["interaction"]?.array?.count == 1
            )
            #expect(try await fixture.send("POST", "", body: Samples.transaction([])).issue == "not-supported")
            #expect(try await fixture.send("GET", "/.well-known/smart-configuration").status == 404)
        }
    }
}
