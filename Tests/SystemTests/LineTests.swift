import Foundation
import HubRunner
import SimulatedHub
import Testing

/// Readings travel from the radio's bus to the server once, whatever is killed in between.
@Suite(.serialized) struct LineTests {
    /// With tracing on, a reading's path is one trace across three processes.
    @Test func whatIsMeasuredIsAtTheServerOnce() async throws {
        var settings = RunningLine.Settings()
        for actor in ["device-reader", "session-manager", "uploader"] {
            settings.configuration[actor] = ["trace.file": "true"]
        }
        try await RunningLine.with(settings) { line in
            try await check(line, readings: 4)
            #expect(await line.tally.failed.isEmpty)
            let state = line.plan.layout.state
            // The reader writes its span after the session manager's answer, which may come later than the upload.
            try await line.wait("the spans of four readings") {
                // Absent is nil: the last line may be incomplete.
                let spans = (try? Spans.read(state).spans) ?? []
                return ["reading.handOver", "reading.take", "record.post"].allSatisfy { name in
                    spans.count { $0.name == name } >= 4
                }
            }
            let (spans, text) = try Spans.read(state)
            let traces = Dictionary(grouping: spans, by: \.traceId)
            #expect(traces.count == 4)
            for trace in traces.values {
                let root = try #require(trace.first { $0.parentSpanId == nil })
                #expect(root.name == "reading.handOver" && root.service == "vitalbus.device-reader")
                let below = trace.filter { $0.parentSpanId == root.spanId }
                #expect(below.count == trace.count - 1)
                let steps = Set(below.map { "\($0.name) \($0.service)" })
                #expect(steps == ["reading.take vitalbus.session-manager", "record.post vitalbus.uploader"])
            }
            for word in ["systolic", "mm[Hg]", LineSetup.person.user, LineSetup.person.token, "cuff"] {
                #expect(!text.contains(word), "\(word)")
            }
        }
    }

    @Test(arguments: ["device-reader", "session-manager", "uploader-u1", "broker"])
    func aKilledProcessLosesAndDoublesNothing(child: String) async throws {
        var settings = RunningLine.Settings()
        settings.readings = 3
        try await RunningLine.with(settings) { line in
            // The first reading has arrived, and the others are anywhere between device and server. When the reader is
            // killed, none is on its way to it: readings that the daemon has confirmed to the device but not yet passed
            // on cannot be recovered.
            let isReader = child == "device-reader"
            try await isReader ? line.waitForLinks(1) : line.waitForAccepted(1)
            if isReader { try await Self.haltDevicesAtRest(line) }
            try await line.kill(child)
            if isReader { await line.radio.resumeDevices() }
            // The broker's queued messages die with it; `notificationsSince` fills that gap.
            try await check(line, readings: 6, told: child != "broker")
        }
    }

    /// Halts the Bluetooth daemon at a moment when the server has every reading that was confirmed to its device.
    private static func haltDevicesAtRest(_ line: RunningLine) async throws {
        try await line.wait("the confirmed readings at the server") {
            try await line.radio.haltDevices()
            let (accepted, confirmed) = (try await line.summary().accepted, await line.truth.confirmed)
            if accepted >= confirmed { return true }
            await line.radio.resumeDevices()
            return false
        }
    }

    @Test(arguments: [("upsert", "upsert"), ("conflict", "refuses"), ("blind-lookup", "lookup")])
    func anUploaderKilledAfterTheServerAcceptedDoublesNothing(repeats: String, policy: String) async throws {
        var settings = RunningLine.Settings()
        settings.repeats = repeats
        settings.policy = policy
        settings.faults = #"[{"kind":"stallAfter","method":"POST","count":1,"milliseconds":2500}]"#
        try await RunningLine.with(settings) { line in
            // The server has accepted it, but the answer is still delayed.
            try await line.waitForAccepted(1)
            try await line.kill("uploader-u1")
            try await check(line, readings: 4)
        }
    }

    @Test func aResetAfterAcceptanceDoublesNothing() async throws {
        var settings = RunningLine.Settings()
        settings.repeats = "blind-lookup"
        settings.policy = "lookup"
        settings.faults = #"[{"kind":"resetAfter","method":"POST","count":2,"skip":1}]"#
        try await RunningLine.with(settings) { try await check($0, readings: 4) }
    }

    private func check(_ line: RunningLine, readings: Int, told: Bool = true) async throws {
        try await line.waitForEnd(told: told)
        let summary = try await line.summary()
        #expect(summary.accepted == readings)
        #expect(summary.duplicates == 0)
        #expect(await line.truth.measured.count == readings)
        #expect(await line.lost == 0)
        if told { #expect(await line.tally.submitted.count == readings) }
    }
}

/// The spans written by a hub's processes: OTLP in JSON, one request per line.
private struct Spans: Decodable {
    struct Span: Decodable {
        let traceId: String
        let spanId: String
        let parentSpanId: String?
        let name: String
        var service = ""

        private enum CodingKeys: CodingKey { case traceId, spanId, parentSpanId, name }
    }

    struct Resource: Decodable {
        struct Attribute: Decodable {
            let key: String
            let value: [String: String]
        }

        struct Scope: Decodable { let spans: [Span] }
        struct Origin: Decodable { let attributes: [Attribute] }

        let resource: Origin
        let scopeSpans: [Scope]
    }

    let resourceSpans: [Resource]

    static func read(_ state: String) throws -> (spans: [Span], text: String) {
        let folders = try FileManager.default.contentsOfDirectory(atPath: state)
        let files = folders.map { "\(state)/\($0)/log-traces.jsonl" }.filter {
            FileManager.default.fileExists(atPath: $0)
        }
        let text = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
        let spans = try text.split(separator: "\n").flatMap { line in
            try JSONDecoder().decode(Spans.self, from: Data(line.utf8)).resourceSpans.flatMap { part in
                let name = part.resource.attributes.first { $0.key == "service.name" }?.value["stringValue"] ?? ""
                return part.scopeSpans.flatMap(\.spans).map { span in
                    var span = span
                    span.service = name
                    return span
                }
            }
        }
        return (spans, text)
    }
}
