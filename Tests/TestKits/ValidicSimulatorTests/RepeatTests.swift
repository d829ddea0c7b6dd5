import Curl
import Testing
import ValidicSimulator

@Suite struct RepeatTests {
    private static let list =
        "/organizations/org/users/ann-1/measurements?token=token-ann&start_date=2026-02-24&end_date=2026-02-24"

    @Test("Upsert keeps one record")
    func upsert() async throws {
        try await Fixture.with { fixture in
            let first = try await fixture.post("a")
            let same = try await fixture.post("a")
            let other = try await fixture.post("a", value: 130)
            #expect([first, same, other].map(\.status) == [201, 200, 200])
            #expect(Set([first, same, other].map { $0.json("id") }).count == 1)
            let summary = try await fixture.summary()
            #expect(summary.creates == 1 && summary.repeats == 1 && summary.updates == 1 && summary.duplicates == 0)
        }
    }

    @Test("Conflict refuses the second")
    func conflict() async throws {
        try await Fixture.with(SimulatorConfiguration(repeats: .conflict)) { fixture in
            #expect(try await fixture.post("a").status == 201)
            let second = try await fixture.post("a")
            #expect(second.status == 409 && second.json("errors", "log_id", "0") == "a has already been taken")
            let summary = try await fixture.summary()
            #expect(summary.creates == 1 && summary.repeats == 1 && summary.duplicates == 0)
        }
    }

    @Test("A blind server creates duplicates, and its list shows them or nothing", arguments: [true, false])
    func blind(hasLookup: Bool) async throws {
        try await Fixture.with { fixture in
            let name = hasLookup ? "blind-lookup" : "blind"
            _ = try await fixture.send("PUT", "/_control/behaviour", #"{"repeats":"\#(name)"}"#)
            let first = try await fixture.post("a")
            let second = try await fixture.post("a")
            #expect(first.status == 201 && second.status == 201 && first.json("id") != second.json("id"))
            let list = try await fixture.send("GET", Self.list)
            #expect(list.status == (hasLookup ? 200 : 404))
            #expect(list.json("data", "1", "log_id") == (hasLookup ? "a" : nil))
            #expect(try await fixture.summary().duplicates == 1)
        }
    }

    @Test("The same log id for two users gives two records, and is counted")
    func twoUsers() async throws {
        try await Fixture.with { fixture in
            _ = try await fixture.post("a")
            #expect(try await fixture.post("a", user: Fixture.bob).status == 201)
            let summary = try await fixture.summary()
            #expect(summary.accepted == 2 && summary.duplicates == 0 && summary.logIDsOfSeveralUsers == 1)
            let accepted = try await fixture.send("GET", "/_control/accepted")
            #expect(accepted.json("0", "user") == "ann-1" && accepted.json("1", "user") == "bob-2")
            #expect(accepted.json("1", "logID") == "a" && accepted.json("1", "creates") == "1")
            _ = try await fixture.send("POST", "/_control/reset")
            #expect(try await fixture.summary().accepted == 0)
        }
    }
}
