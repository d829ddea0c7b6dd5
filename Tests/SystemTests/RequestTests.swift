import BusContract
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import Processes
import SimulatedHub
import TestSupport
import Testing

/// The real session manager answers any request.
@Suite(.serialized) struct RequestTests {
    /// Sends bytes as a request of an operation and returns the reply's error code.
    private func answer(
        _ connection: HubConnection,
        _ operation: String,
        _ payload: (_ replyTo: String) -> [UInt8]
    ) async throws -> String? {
        let client = connection.client
        let reply = client.address.topic("reply/\(client.address.client)")
        let subscription = try await client.bus.subscribe(to: [TopicFilter(reply)])
        defer { subscription.cancel() }
        let limit = Task {
            try await Patience.end()
            subscription.cancel()
        }
        defer { limit.cancel() }
        let id = UUID().uuidString
        _ = try await client.bus.publish(
            BusMessage(
                topic: client.address.topic(
                    "request/session-manager/\(operation)/\(client.address.principal)",
                    hub: "site"
                ),
                payload: payload(reply),
                properties: BusProperties(responseTopic: reply, correlationData: id)
            )
        )
        for await message in subscription {
            let envelope = try? Envelope<ReplyPayload<IgnoredPayload>>.decode(message.payload)
            if let envelope { return envelope.data.error?.code ?? "ok" }
        }
        return nil
    }

    private func request(_ replyTo: String, data: String, more: String = "") -> [UInt8] {
        Array(
            """
            {"specversion":"1.0","id":"\(UUID().uuidString)","source":"/s/room-1/vitalbus/up","type":"t",
            "time":"2026-01-01T00:00:00.000Z","replyto":"\(replyTo)","correlationid":"c"\(more),"data":\(data)}
            """.utf8
        )
    }

    @Test func wrongRequestsAreAnswered() async throws {
        try await HubFolder.with(phases: [.site]) { hub in
            #expect(try await hub.waitUntilOnline("session-manager"))
            try await HubConnection.with(try HubRun.target(hub.plan), patience: Patience.answer) { connection in
                #expect(try await answer(connection, "devices") { request($0, data: "{}") } == "ok")
                #expect(try await answer(connection, "devices") { _ in Array("not JSON".utf8) } == "malformed")
                #expect(try await answer(connection, "session") { request($0, data: "[]") } == "malformed")
                let large = try await answer(connection, "session") {
                    request($0, data: #"{"seat":"\#(String(repeating: "x", count: 70_000))"}"#)
                }
                #expect(large == "payloadTooLarge")
                let late = try await answer(connection, "devices") {
                    request($0, data: "{}", more: #","deadline":"2026-01-01T00:00:01.000Z""#)
                }
                #expect(late == "deadlineExceeded")
            }
        }
    }

    @Test func unknownWordsAreCarried() async throws {
        try await HubFolder.with(phases: [.site]) { hub in
            #expect(try await hub.waitUntilOnline("session-manager"))
            try await HubConnection.with(try HubRun.target(hub.plan), patience: Patience.answer) { connection in
                try await LineSetup.startSession(connection, plan: hub.plan)
                let example = """
                    {"records":[{"readingKey":"01965c1e-52a8-5000-8000-000000000001","revision":1,"type":"biometrics",
                    "timestamp":"2026-01-01T00:00:00.000Z","timeQuality":"moonClock","hub":"room-1",
                    "receivedAt":"2026-01-01T00:00:01.000Z","seat":"room-1","source":{"kind":"telepathy"},
                    "measurements":[{"metric":"systolic","value":120,"unit":"mm[Hg]"}],"history":false}]}
                    """
                let code = try await answer(connection, "submitRecords") { request($0, data: example) }
                #expect(code == "ok")
                let submitted = try WireJSON.decode(SubmitRecords.self, from: Array(example.utf8))
                let again = try await connection.requests.call(
                    SessionOperations.submitRecords,
                    hub: "site",
                    body: submitted
                )
                #expect(again.results.map(\.outcome) != ["refused"])
            }
        }
    }

    @Test func theCommandLineCallsAndDecodes() async throws {
        try await HubFolder.with(phases: [.site]) { hub in
            #expect(try await hub.waitUntilOnline("session-manager"))
            let body = "\(hub.plan.layout.state)/body.json"
            try Data("{}".utf8).write(to: URL(filePath: body))
            let state = ["--state", hub.plan.layout.state]
            let good = try await ProgramRun("vitalbus", ["call", "session-manager", "devices", body] + state)
            #expect(good.exit == .code(0), "\(good.text)")
            #expect(good.text == #"{"ok":{"assignments":[],"page":1,"pages":1}}"#)
            let unknown = try await ProgramRun("vitalbus", ["call", "session-manager", "fly", body] + state)
            #expect(unknown.exit == .code(65))
            #expect(unknown.text.contains("fly"), "\(unknown.text)")
        }
        let frame = "1e 78 00 50 00 5d 00 ea 07 03 01 08 00 00 40 00 01 00 00"
        let good = try await ProgramRun("vitalbus", ["decode", "2A35", frame, "--json"])
        #expect(good.exit == .code(0))
        #expect(good.lines.count == 1 && good.text.contains(#""systolic":120"#), "\(good.text)")
        let bad = try await ProgramRun("vitalbus", ["decode", "2A35", "1e78", "--json"])
        #expect(bad.exit == .code(65))
        #expect(bad.lines.first?.contains(#""code":"truncated""#) == true, "\(bad.text)")
    }
}
