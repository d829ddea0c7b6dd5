import FHIRSimulator
import SimulatedServer
import Testing

@Suite struct TransactionTests {
    private static let provenance = """
        {"resourceType":"Provenance","id":"p","target":[{"reference":"urn:uuid:o"}],"agent":[{"who":{"display":"x"}}],
        "entity":[{"role":"source","what":{"identifier":{"value":"key-1"}}}]}
        """

    private static func bundle(patient: String = "Patient/1", provenance: String = provenance) -> String {
        let observation = Samples.observation(id: "o").replacing("Patient/1", with: patient)
        return Samples.transaction([
            Samples.entry(provenance, method: "PUT", url: "Provenance/p", full: "urn:uuid:p"),
            Samples.entry(observation, method: "PUT", url: "Observation/o", full: "urn:uuid:o"),
        ])
    }

    @Test(
        "References to other entries, and references by search, become the server's own",
        arguments: ["Patient/2", "Patient?identifier=urn:x|7"]
    )
    func references(patient: String) async throws {
        try await Fixture.with { fixture in
            let reply = try await fixture.send("POST", "", body: Self.bundle(patient: patient))
            #expect(reply.status == 200)
            let statuses = reply.entries.map { $0["response"]?["status"]?.string }
            #expect(statuses == ["201 Created", "201 Created"])
            let provenance = try await fixture.send("GET", "/Provenance/p").body
            #expect(provenance?["target"]?.array?.first?["reference"]?.string == "Observation/o")
            let observation = try await fixture.send("GET", "/Observation/o").body
            #expect(observation?["subject"]?["reference"]?.string == "Patient/2")
            let readings = try #require(try await fixture.send("GET", "/_control/readings").body?.array)
            #expect(readings.count == 1 && readings[0]["readingKey"]?.string == "key-1")
        }
    }

    @Test("One entry that fails undoes all")
    func allOrNothing() async throws {
        try await Fixture.with { fixture in
            for (bundle, status) in [
                (Self.bundle(patient: "Patient/99"), 422), (Self.bundle(patient: "Patient?identifier=urn:x|8"), 412),
                (Self.bundle(provenance: Self.provenance.replacing("agent", with: "agents")), 422),
            ] {
                let reply = try await fixture.send("POST", "", body: bundle)
                #expect(reply.status == status)
            }
            #expect(try await fixture.send("GET", "/Provenance/p").status == 404)
            #expect(try await fixture.summary().observations == 0)
        }
    }

    @Test(
        "A conditional create finds an existing resource; two at once both create if the server races",
        arguments: [0, 3_000]
    )
    func race(milliseconds: Int) async throws {
        var configuration = FHIRServerConfiguration()
        configuration.behaviour.race = milliseconds
        try await Fixture.with(configuration) { fixture in
            let headers = ["If-None-Exist": "identifier=urn:ietf:rfc:3986|urn:uuid:o"]
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        let body = Samples.observation(identifier: "urn:uuid:o")
                        return try await fixture.send("POST", "/Observation", body: body, headers: headers).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 201 } == (milliseconds == 0 ? 1 : 4))
            let entry = Samples.entry(
                Samples.observation(identifier: "urn:uuid:o"),
                method: "POST",
                url: "Observation",
                full: "urn:uuid:o",
                more: ",\"ifNoneExist\":\"identifier=urn:ietf:rfc:3986|urn:uuid:o\""
            )
            let again = try await fixture.send("POST", "", body: Samples.transaction([entry]))
            #expect(again.status == (milliseconds == 0 ? 200 : 412))
            #expect(try await fixture.summary().observations == (milliseconds == 0 ? 1 : 4))
        }
    }

    @Test("A change that is accepted now and carried out later is not visible at first")
    func later() async throws {
        try await Fixture.with { fixture in
            try await fixture.set(faults: #"[{"kind":"later","milliseconds":60000,"count":1}]"#)
            #expect(try await fixture.put("a").status == 202)
            #expect(try await fixture.send("GET", "/Observation/a").status == 404)
            try await fixture.set(faults: #"[{"kind":"later","milliseconds":1,"count":1}]"#)
            #expect(try await fixture.put("b").status == 202)
            while try await fixture.send("GET", "/Observation/b").status == 404 { await Task.yield() }
            #expect(try await fixture.summary().versions == 1)
        }
    }

    @Test("A proxy answers in HTML, a busy server with an OperationOutcome and a delay")
    func faults() async throws {
        try await Fixture.with { fixture in
            try await fixture.set(
                faults:
                    #"[{"kind":"captivePortal","status":502,"count":1},{"kind":"status","status":429,"retryAfter":"2","count":1}]"#
            )
            let proxy = try await fixture.put("a")
            #expect(proxy.status == 502 && proxy.header("Content-Type")?.hasPrefix("text/html") == true)
            let busy = try await fixture.put("a")
            #expect(busy.status == 429 && busy.issue == "throttled" && busy.header("Retry-After") == "2")
            #expect(try await fixture.put("a").status == 201)
        }
    }
}
