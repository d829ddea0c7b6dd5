import DeliveryRules
import FHIRContent
import MessageBus
import Synchronization
import Testing
import VitalRecords

@testable import UploaderActor

/// Servers that public reports describe; the display names contain the numbers of the collected cases.
@Suite("FHIR servers with peculiarities")
struct FHIRCaseTests {
    private static let outcome =
        #"{"resourceType":"OperationOutcome","issue":[{"severity":"error","diagnostics":"not here"}]}"#

    private func paused(_ outcome: AnswerClass) throws -> DeliveryError {
        guard case .destinationPaused(let error) = outcome else { throw Samples.Impossible() }
        return error
    }

    private func statement(_ observation: String) -> String {
        #"{"resourceType":"CapabilityStatement","fhirVersion":"4.0.1","rest":[{"mode":"server","#
            + #""interaction":[{"code":"transaction"}],"resource":["#
            + ["Device", "Provenance"].map { #"{"type":"\#($0)"},"# }.joined()
            + #"{"type":"Observation",\#(observation)}]}]}"#
    }

    @Test("F01: a transaction goes to the configured base, with or without a final slash", arguments: ["", "/"])
    func base(_ end: String) async throws {
        let chart = try Chart(base: ChartServer.base + end)
        guard case .submitted = try await chart.create(Samples.record(1)) else { throw Samples.Impossible() }
        let urls = chart.server.state.withLock { $0.requests.map(\.url) }
        #expect(urls.last == ChartServer.base + end)
        #expect(urls.contains("\(ChartServer.base)/metadata") && !urls.contains { $0.contains("r4//") })
    }

    @Test(
        "F03, F06: a server that rejects our ids pauses with any answer, and the reason names the remedy",
        arguments: [400, 404, 405, 422]
    )
    func ids(_ status: Int) async throws {
        let chart = try Chart()
        chart.server.answer("PUT Device", status, Self.outcome)
        let error = try paused(try await chart.create(Samples.record(1)))
        #expect(error.message.contains("mode to ifNoneExist") && error.message.contains("not here"))
        // The same for an observation in its transaction.
        guard status == 404 else { return }
        let entries = Array(repeating: #"{"response":{"status":"404"},"resource":\#(Self.outcome)}"#, count: 2)
        chart.server.answer(
            "POST ",
            200,
            #"{"resourceType":"Bundle","type":"transaction-response","entry":[\#(entries.joined(separator: ","))]}"#
        )
        let second = try paused(try await chart.create(Samples.record(1, [Chart.weight], source: .init(kind: .manual))))
        #expect(second.message.contains("mode to ifNoneExist") && second.message.contains("not here"))
    }

    @Test("a refused device pauses the destination, and no record is given up", arguments: [400, 412, 422])
    func device(_ status: Int) async throws {
        let chart = try Chart(naming: .servers)
        chart.server.answer("POST Device", status, Self.outcome)
        let error = try paused(try await chart.create(Samples.record(1)))
        #expect(error.message.contains("device") && error.message.contains("not here"))
        guard case .submitted = try await chart.create(Samples.record(1)) else { throw Samples.Impossible() }
    }

    @Test(
        "a patient whose read is forbidden pauses the destination, and no record is given up",
        arguments: [400, 422]
    )
    func patient(_ status: Int) async throws {
        let chart = try Chart()
        chart.server.answer("GET Patient/123", status, Self.outcome)
        #expect(try paused(try await chart.create(Samples.record(1))).message.contains("patient"))
        guard case .submitted = try await chart.create(Samples.record(1)) else { throw Samples.Impossible() }
    }

    @Test("one patient's redirect holds back only that patient's records", arguments: [301, 302, 307, 308])
    func moved(_ status: Int) async throws {
        let chart = try Chart()
        chart.server.answer("GET Patient/123", status)
        guard case .retry(let after?, let error) = try await chart.create(Samples.record(1)) else {
            throw Samples.Impossible()
        }
        #expect(error.code == "patientMoved" && after == .seconds(300))
    }

    @Test("F10: entries that are to come later wait for the time in the answer's header", arguments: [429, 503])
    func entries(_ status: Int) async throws {
        let chart = try Chart()
        let record = try Samples.record(1, [Chart.weight], source: .init(kind: .manual))
        let entry = #"{"response":{"status":"\#(status)","outcome":\#(Self.outcome)}}"#
        chart.server.answer(
            "POST ",
            200,
            #"{"resourceType":"Bundle","type":"transaction-response","entry":[\#(entry),\#(entry)]}"#,
            retryAfter: "20"
        )
        guard case .retry(let after?, let error) = try await chart.create(record) else { throw Samples.Impossible() }
        #expect(after == .seconds(20) && error.message.contains("not here"))
    }

    @Test("an entry's refusal is found in either place", arguments: [true, false])
    func entryWords(_ isInResponse: Bool) async throws {
        let chart = try Chart()
        let record = try Samples.record(1, [Chart.weight], source: .init(kind: .manual))
        let entry =
            isInResponse
            ? #"{"response":{"status":"422","outcome":\#(Self.outcome)}}"#
            : #"{"response":{"status":"422 Unprocessable"},"resource":\#(Self.outcome)}"#
        chart.server.answer(
            "POST ",
            200,
            #"{"resourceType":"Bundle","type":"transaction-response","entry":[\#(entry),\#(entry)]}"#
        )
        let expected = AnswerClass.rejected(DeliveryError(code: "http422", message: "not here"))
        #expect(try await chart.create(record) == expected)
    }

    @Test("F17: without conditional updates, a correction uses the id that the server has assigned")
    func correction() async throws {
        let chart = try Chart(naming: .servers)
        chart.server.set("metadata", statement(#""conditionalUpdate":false"#))
        let first = try Samples.record(1, [Chart.pulse, Chart.weight])
        guard case .submitted(let place?) = try await chart.create(first) else { throw Samples.Impossible() }
        chart.server.forgetAsked()
        let second = try Samples.record(1, revision: 2, [Chart.weight])
        guard case .submitted = try await chart.update(second) else { throw Samples.Impossible() }
        let bundle = chart.server.state.withLock { $0.requests.last?.body }.map {
            ChartServer.json(String(decoding: $0, as: UTF8.self))
        }
        let places = (bundle?["entry"]?.items ?? []).compactMap { $0["request"]?["url"]?.text }
        #expect(!places.contains { $0.contains("?") }, "\(places)")
        #expect(chart.server.places("Observation").count == 2, "nothing is made twice")
        #expect(chart.states == ["pulse": "entered-in-error", "body weight": "final"])
        #expect(place.hasPrefix("Observation/made-"))
        guard case .found = try await chart.look(second) else { throw Samples.Impossible() }
        // New values are created.
        let third = try Samples.record(
            1,
            revision: 3,
            [Chart.weight, Chart.pulse, .init(metric: .spo2, value: 97, unit: "%")]
        )
        guard case .submitted = try await chart.update(third) else { throw Samples.Impossible() }
        #expect(chart.server.places("Observation").count == 3)
    }

    @Test("F25: a patient's path that returns another patient gets nothing")
    func merged() async throws {
        let chart = try Chart()
        chart.server.answer("GET Patient/123", 200, #"{"resourceType":"Patient","id":"777","active":true}"#)
        guard case .rejected(let error) = try await chart.create(Samples.record(1)) else { throw Samples.Impossible() }
        #expect(error.code == "patientMerged" && !error.message.contains("777"))
        #expect(chart.server.places("Observation").isEmpty)
    }
}
