import DeliveryRules
import FHIRContent
import MessageBus
import Testing
import VitalRecords

@testable import UploaderActor

/// F22: a server that accepts only single new observations, as some hospital systems declare.
@Suite("A record at a FHIR server without transactions")
struct FHIRSingleTests {
    private static let refusal =
        #"{"resourceType":"OperationOutcome","issue":[{"severity":"error","diagnostics":"not here"}]}"#

    /// A chart whose server accepts observations one by one, and lists them.
    private func chart(_ naming: Bool = true, _ interactions: [String] = ["create", "search-type", "read"]) throws
        -> Chart
    {
        let chart = try Chart(naming: naming ? .servers : .own)
        let codes = interactions.map { #"{"code":"\#($0)"}"# }.joined(separator: ",")
        chart.server.set(
            "metadata",
            #"{"resourceType":"CapabilityStatement","fhirVersion":"4.0.1","rest":[{"mode":"server","resource":["#
                + #"{"type":"Patient"},{"type":"Observation","interaction":[\#(codes)]}]}]}"#
        )
        return chart
    }

    private func two(_ revision: Int = 1) throws -> VitalRecord {
        try Samples.record(1, revision: revision, [Chart.pulse, Chart.weight])
    }

    private func writes(_ chart: Chart) -> [String] { chart.server.asked.filter { !$0.hasPrefix("GET") } }

    @Test("gets each observation separately, without the resources that it does not accept")
    func one() async throws {
        let chart = try chart()
        guard case .submitted = try await chart.create(two()) else { throw Samples.Impossible() }
        #expect(writes(chart) == ["POST Observation", "POST Observation"])
        #expect(chart.server.places("Device").isEmpty && chart.server.places("Provenance").isEmpty)
        for place in chart.server.places("Observation") {
            let content = chart.server.content(place)
            #expect(content?["subject"]?["reference"]?.text == "Patient/123")
            #expect(content?["device"] == nil && content?["extension"] == nil && content?["derivedFrom"] == nil)
        }
        guard case .found = try await chart.look(two()) else { throw Samples.Impossible() }
        guard case .submitted = try await chart.create(two()) else { throw Samples.Impossible() }
        #expect(writes(chart).count == 2, "what is there is not sent again")
    }

    @Test("is there once all its observations are, and only the missing ones are sent")
    func half() async throws {
        let chart = try chart()
        let record = try two()
        chart.server.answer("POST Observation", 201)
        chart.server.lose("POST Observation")
        await #expect(throws: (any Error).self) { try await chart.create(record) }
        // The first observation was not stored, but the second one was.
        #expect(chart.server.places("Observation").count == 1)
        #expect(try await chart.look(record) == .absent)
        guard case .submitted = try await chart.create(record) else { throw Samples.Impossible() }
        #expect(chart.server.places("Observation").count == 2)
        guard case .found = try await chart.look(record) else { throw Samples.Impossible() }
    }

    @Test("that is refused midway reports which part is in the chart")
    func refused() async throws {
        let chart = try chart()
        chart.server.answer("POST Observation", 201)
        chart.server.answer("POST Observation", 422, Self.refusal)
        guard case .rejected(let error) = try await chart.create(two()) else { throw Samples.Impossible() }
        #expect(error.message.contains("not here") && error.message.contains("1 of its observations"))
    }

    @Test("that is postponed midway is first looked up", arguments: [429, 503])
    func later(_ status: Int) async throws {
        let chart = try chart()
        let record = try two()
        chart.server.answer("POST Observation", 201)
        chart.server.answer("POST Observation", status, Self.refusal)
        let request = try chart.destination.create(record, with: chart.access)
        let sent = try await chart.transport.send(request, mayReuseConnection: false, timeout: .seconds(60))
        let meaning = try #require(sent.reply.meaning)
        #expect(sent.mayHaveArrived(meaning, status: sent.reply.status, at: chart.destination))
    }

    @Test(
        "accepts a correction at its id, or reports that the chart must be corrected by hand",
        arguments: [true, false]
    )
    func correction(isTaken: Bool) async throws {
        let chart = try chart(true, ["create", "search-type", "read"] + (isTaken ? ["update"] : []))
        guard case .submitted = try await chart.create(two()) else { throw Samples.Impossible() }
        let second = try Samples.record(1, revision: 2, [Chart.weight])
        if !isTaken { chart.server.answer("PUT Observation", 405, Self.refusal) }
        switch (isTaken, try await chart.update(second)) {
        case (true, .submitted):
            #expect(chart.states == ["pulse": "entered-in-error", "body weight": "final"])
            #expect(chart.server.places("Observation").count == 2)
        case (false, .rejected(let error)): #expect(error.message.contains("by hand"))
        case (_, let other): Issue.record("\(other)")
        }
    }

    @Test("gets a remedy if the ids are made here, or if the server lists nothing")
    func way() async throws {
        for (naming, interactions, words) in [
            (false, ["create", "search-type"], "mode to ifNoneExist"), (true, ["create"], "lists no observations"),
            (true, ["read", "search-type"], "does not accept new observations"),
        ] {
            let chart = try chart(naming, interactions)
            guard case .destinationPaused(let error) = try await chart.create(two()) else {
                throw Samples.Impossible()
            }
            #expect(error.message.contains(words), "\(error.message)")
            #expect(writes(chart).isEmpty)
        }
    }
}
