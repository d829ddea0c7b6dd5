import DeliveryRules
import FHIRContent
import Foundation
import MessageBus
import Testing
import VitalRecords

@testable import UploaderActor

/// One answer to a transaction, and the outcome that it must give.
struct ChartRow: Sendable, CustomTestStringConvertible {
    let status: Int
    let body: String
    let meaning: String
    var code: String?
    var mayHaveArrived = false
    var testDescription: String { "\(status) \(body.prefix(40)): \(meaning)" }

    private static let outcome =
        #"{"resourceType":"OperationOutcome","issue":[{"severity":"error","diagnostics":"no"}]}"#
    private static let page = "<html>Log in</html>"

    private static func entries(_ statuses: [String]) -> String {
        let all = statuses.map { status in
            #"{"response":{"status":"\#(status)","outcome":\#(outcome)}}"#
        }
        return #"{"resourceType":"Bundle","type":"transaction-response","entry":[\#(all.joined(separator: ","))]}"#
    }

    /// The table in `Sources/Actors/Uploader/Destinations/FHIR/README.md`, row by row.
    ///
    /// The test's record has two entries: an observation and its provenance.
    static let all: [ChartRow] = success + refused + paused + later

    private static let success = [
        ChartRow(status: 200, body: entries(["201 Created", "200"]), meaning: "submitted"),
        ChartRow(
            status: 200,
            body: entries(["201", "201"]).replacing(
                #"{"response":{"#,
                with: #"{"response":{"location":"Observation/x","#
            ),
            meaning: "rejected",
            code: "idChanged"
        ),
        ChartRow(
            status: 200,
            body: entries(["201"]),
            meaning: "retry",
            code: "answerIncomplete",
            mayHaveArrived: true
        ),
        ChartRow(status: 200, body: entries(["422", "201"]), meaning: "rejected", code: "http422"),
        ChartRow(status: 200, body: entries(["503", "201"]), meaning: "retry", code: "http503", mayHaveArrived: true),
        ChartRow(status: 200, body: entries(["202", "202"]), meaning: "retry", code: "http202", mayHaveArrived: true),
        ChartRow(status: 202, body: "", meaning: "retry", code: "http202", mayHaveArrived: true),
    ]

    private static let refused =
        [400, 412, 413, 422].map { ChartRow(status: $0, body: outcome, meaning: "rejected", code: "http\($0)") }

    private static let paused =
        [401, 403, 404, 405, 406, 410, 415, 501, 511].map {
            ChartRow(status: $0, body: outcome, meaning: "paused", code: "http\($0)")
        }
        + [302, 400, 401, 403, 404, 422, 511].map {
            ChartRow(status: $0, body: page, meaning: "paused", code: "http\($0)")
        }
        + [page, "", "[]", #"{"resourceType":"Bundle","type":"searchset"}"#, outcome].map {
            ChartRow(status: 200, body: $0, meaning: "paused", code: "http200", mayHaveArrived: true)
        }

    private static let later =
        [408, 409, 500, 502, 504].map {
            ChartRow(status: $0, body: outcome, meaning: "retry", code: "http\($0)", mayHaveArrived: true)
        }
        + [500, 502].map { ChartRow(status: $0, body: page, meaning: "retry", code: "http\($0)", mayHaveArrived: true) }
        + [503].map { ChartRow(status: $0, body: page, meaning: "retry", code: "http\($0)") }
        + [425, 429, 503].map { ChartRow(status: $0, body: outcome, meaning: "retry", code: "http\($0)") }
}

@Suite("What a FHIR server's answers mean")
struct FHIRAnswerTests {
    private func word(_ meaning: AnswerClass) -> (String, DeliveryError?) {
        switch meaning {
        case .submitted: ("submitted", nil)
        case .sessionUnauthorized: ("unauthorized", nil)
        case .rejected(let error): ("rejected", error)
        case .destinationPaused(let error): ("paused", error)
        case .retry(_, let error): ("retry", error)
        }
    }

    @Test("row by row of the table", arguments: ChartRow.all)
    func row(_ row: ChartRow) async throws {
        let chart = try Chart()
        let record = try Samples.record(1, [Chart.weight], source: RecordSource(kind: .manual))
        chart.server.answer("POST ", row.status, row.body)
        let request = try chart.destination.create(record, with: chart.access)
        let sent = try await chart.transport.send(request, mayReuseConnection: false, timeout: .seconds(60))
        let answer = chart.destination.answer(sent.reply, to: record)
        let meaning = AnswerTable.classify(answer, now: .distantPast)
        let (told, error) = word(meaning)
        #expect(told == row.meaning, "\(meaning)")
        #expect(error?.code == row.code)
        #expect(meaning.mayHaveArrived(status: answer.status, wasSentOnce: true) == row.mayHaveArrived)
        #expect(!sent.reply.wroteNothing)
        #expect((error?.message.utf8.count ?? 0) <= APIBody.textLimit)
    }

    @Test("Retry-After is honoured, and 202 waits at least for lookup.settle")
    func waits() async throws {
        for (status, header, wait) in [
            (503, "7", 7), (429, "9", 9), (202, "7", 300), (202, "900", 900), (202, "", 300),
        ] {
            let chart = try Chart()
            let body = status == 202 ? "" : #"{"resourceType":"OperationOutcome"}"#
            chart.server.answer("POST ", status, body, retryAfter: header)
            let outcome = try await chart.create(Samples.record(1))
            guard case .retry(let after?, _) = outcome else { throw Samples.Impossible() }
            #expect(after == .seconds(wait))
        }
    }

    @Test("a refusal's text is reported without the record's values and the patient")
    func texts() async throws {
        let chart = try Chart()
        chart.server.answer(
            "POST ",
            422,
            #"{"resourceType":"OperationOutcome","issue":[{"severity":"information","diagnostics":"fine"},"#
                + #"{"severity":"error","details":{"text":"value 71 of Patient/123 is no 171 or 71.5"},"#
                + #""diagnostics":"x"},{"severity":"error","code":"structure"}]}"#
        )
        let outcome = try await chart.create(Samples.record(1, [Chart.weight]))
        #expect(
            outcome
                == .rejected(DeliveryError(code: "http422", message: "value … of … is no 171 or 71.5; structure"))
        )
    }

    @Test(
        "a merged, inactive, deleted or unknown patient gets nothing, and the reason does not name the patient",
        arguments: [
            ("patientMerged", #"{"resourceType":"Patient","id":"123","link":[{"type":"replaced-by"}]}"#, 200),
            ("patientInactive", #"{"resourceType":"Patient","id":"123","active":false}"#, 200),
            ("patientDeleted", #"{"resourceType":"OperationOutcome"}"#, 410),
            ("patientUnknown", #"{"resourceType":"OperationOutcome"}"#, 404),
        ]
    )
    func patients(_ code: String, _ body: String, _ status: Int) async throws {
        let chart = try Chart()
        chart.server.answer("GET Patient/123", status, body)
        let outcome = try await chart.create(Samples.record(1))
        guard case .rejected(let error) = outcome else { throw Samples.Impossible() }
        #expect(error.code == code && !error.message.contains("123"))
        #expect(chart.server.places("Observation").isEmpty)
        // Other records are still delivered: the destination is not at fault.
        #expect(try await chart.create(Samples.record(2)) != outcome)
        // Within the ten minutes a refused transaction makes it check the patient again.
        chart.server.answer("POST ", 400, #"{"resourceType":"OperationOutcome"}"#)
        chart.server.answer("GET Patient/123", status, body)
        #expect(try await chart.create(Samples.record(3)) == outcome)
        let verdict = try await check(chart) { $0.answer("GET Patient/123", status, body) }
        #expect(verdict == .refused(error))
    }

    private func check(_ chart: Chart, before: (ChartServer) -> Void = { _ in }) async throws -> CredentialVerdict {
        before(chart.server)
        let request = try #require(chart.destination.validate(chart.access))
        let reply = try await chart.transport.send(request, mayReuseConnection: true, timeout: .seconds(60)).reply
        return chart.destination.verdict(reply, with: chart.access)
    }

    @Test("a site that may not read patients gets a clear reason, and works if patients are not checked")
    func forbiddenPatient() async throws {
        for (checks, isPaused) in [(true, true), (false, false)] {
            let chart = try Chart(checksPatient: checks)
            chart.server.answer("GET Patient/123", 403)
            switch try await chart.create(Samples.record(1)) {
            case .destinationPaused(let error): #expect(isPaused && error.message.contains("patient-check"))
            case .submitted: #expect(!isPaused)
            case let other: Issue.record("\(other)")
            }
        }
    }

    @Test("a session is checked by its patient, and never ended by the credentials, which belong to the site")
    func sessions() async throws {
        let chart = try Chart()
        #expect(try await check(chart) == .valid)
        for status in [401, 403, 500, 404] {
            let fresh = try Chart()
            let verdict = try await check(fresh) { $0.answer("GET metadata", status, "<html>") }
            guard case .unreachable = verdict else { throw Samples.Impossible() }
        }
        let nobody = SessionCredentials(userID: "ada", organizationID: "", token: "")
        guard case .refused = chart.destination.verdict(DestinationReply(status: 200, body: []), with: nobody) else {
            throw Samples.Impossible()
        }
    }

    @Test("a patient given by identifier is searched for: none or several get nothing")
    func identifiers() async throws {
        let chart = try Chart()
        let access = SessionCredentials(userID: "urn:oid:1.2|47 11", organizationID: "", token: "")
        let record = try Samples.record(1)
        let request = try chart.destination.create(record, with: access)
        let none = try await chart.outcome(request, of: record)
        guard case .rejected(let unknown) = none, unknown.code == "patientUnknown" else { throw Samples.Impossible() }
        for id in ["a", "b"] {
            let identifier = #"[{"system":"urn:oid:1.2","value":"47 11"}]"#
            chart.server.set("Patient/\(id)", #"{"resourceType":"Patient","id":"\#(id)","identifier":\#(identifier)}"#)
            let outcome = try await chart.outcome(request, of: record)
            if id == "a" {
                guard case .submitted = outcome else { throw Samples.Impossible() }
            }
        }
        let later = try Chart()
        for id in ["a", "b"] {
            let identifier = #"[{"system":"urn:oid:1.2","value":"47 11"}]"#
            later.server.set("Patient/\(id)", #"{"resourceType":"Patient","id":"\#(id)","identifier":\#(identifier)}"#)
        }
        guard case .rejected(let several) = try await later.outcome(request, of: record) else {
            throw Samples.Impossible()
        }
        #expect(several.code == "patientAmbiguous")
    }
}

@Suite("The capabilities of a FHIR server")
struct FHIRCapabilityTests {
    private static func statement(_ version: String, _ rest: String = "") -> String {
        let part = rest.isEmpty ? "" : #","rest":[{"mode":"server",\#(rest)}]"#
        return #"{"resourceType":"CapabilityStatement","fhirVersion":"\#(version)"\#(part)}"#
    }

    private static let resources =
        #""interaction":[{"code":"transaction"}],"resource":["#
        + ["Observation", "Device", "Provenance"].map { #"{"type":"\#($0)","updateCreate":true}"# }.joined(
            separator: ","
        )
        + "]"

    @Test(
        "decide at once, with a remedy in the reason, and a server that declares nothing is tried",
        arguments: [
            (statement("4.0.1"), nil, nil), (statement("4.0.0", resources), nil, nil),
            (statement("4.0.1", #""interaction":[{"code":"batch"}]"#), "fhirCapability", "transactions"),
            (statement("4.0.1", resources.replacing("transaction", with: "batch")), "fhirCapability", "transactions"),
            (statement("4.0.1", #""resource":[{"type":"Observation"}]"#), "fhirCapability", "transactions"),
            (statement("4.0.1", resources.replacing("Provenance", with: "Group")), "fhirCapability", "Provenance"),
            (statement("4.0.1", resources.replacing("true", with: "false")), "fhirCapability", "ifNoneExist"),
            (statement("3.0.2"), "fhirVersion", "STU3 (3.0.2)"), (statement("4.3.0"), "fhirVersion", "R4B"),
            (statement("5.0.0"), "fhirVersion", "R5"), (statement("6.0.0-ballot3"), "fhirVersion", "R6"),
            (#"{"resourceType":"Conformance","fhirVersion":"1.0.2"}"#, "fhirVersion", "DSTU2"),
            (#"{"resourceType":"OperationOutcome"}"#, "fhirVersion", "R4"),
        ] as [(String, String?, String?)]
    )
    func statements(_ statement: String, _ code: String?, _ word: String?) async throws {
        let chart = try Chart()
        chart.server.set("metadata", statement)
        switch (try await chart.create(Samples.record(1)), code) {
        case (.submitted, nil): break
        case (.destinationPaused(let error), let code?):
            #expect(error.code == code && error.message.contains(word ?? ""), "\(error)")
            #expect(error.message.contains(": "))
            #expect(chart.server.asked == ["GET metadata"])
        case (let outcome, _): Issue.record("\(outcome)")
        }
    }

    @Test("are requested again after a pause, and other capabilities matter if the server chooses the ids")
    func anew() async throws {
        let chart = try Chart()
        try await chart.create(Samples.record(1))
        chart.server.answer("POST ", 403, "<html>")
        chart.server.answer("POST ", 403, "<html>")
        guard case .destinationPaused = try await chart.create(Samples.record(2)) else { throw Samples.Impossible() }
        chart.server.set("metadata", Self.statement("5.0.0"))
        guard case .destinationPaused(let error) = try await chart.create(Samples.record(2)) else {
            throw Samples.Impossible()
        }
        #expect(error.code == "fhirVersion")
        let other = try Chart(naming: .servers)
        other.server.set("metadata", Self.statement("4.0.1", Self.resources.replacing("true", with: "false")))
        guard case .submitted = try await other.create(Samples.record(1)) else { throw Samples.Impossible() }
    }
}
