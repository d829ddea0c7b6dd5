import Foundation
import HubRunner
import Processes
import SimulatedHub
import TestSupport
import Testing

/// Corrections of records on the page.
@Suite(.serialized) struct PageRecordTests {
    /// The audit log names the seat of the path, so a form is about a record of that seat alone.
    @Test func aFormAtOneSeatChangesNoRecordOfAnother() async throws {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        settings.page = "127.0.0.1:\(try FreePort.take())"
        settings.configuration["session-manager"] = ["seats": "\(LineSetup.seat),room-2"]
        try await RunningLine.with(settings) { line in
            let typed = ["record", "add", "--state", line.folder.state, "--seat", LineSetup.seat, "--type", "weight"]
            let run = try await ProgramRun("vitalbus", typed + ["body_weight=80kg"])
            #expect(run.exit == .code(0), "\(run.text)")
            let (visit, own) = (try await PageVisit(line), "/seats/\(LineSetup.seat)")
            let text = try await visit.text(of: own)
            let found = try #require(text.firstMatch(of: #/records/([-0-9a-f]+)/delete".*?name="of" value="([^"]+)"/#))
            let (id, fields) = (found.output.1, ["of": String(found.output.2), "revision": "1"])
            await #expect(throws: PageVisit.Failure.self) {
                try await visit.send(fields, to: "/seats/room-2/records/\(id)/delete", from: own)
            }
            try await visit.send(fields, to: "\(own)/records/\(id)/delete", from: own)
            let audit = try Self.audit(line).filter { $0.contains("deleteRecord") }
            #expect(audit.count == 1 && audit[0].contains(LineSetup.seat), "\(audit)")
        }
    }

    /// The lines of the page's audit log.
    private static func audit(_ line: RunningLine) throws -> [Substring] {
        let state = line.plan.layout.state
        let places = FileManager.default.enumerator(atPath: state)?.compactMap { $0 as? String } ?? []
        let file = try #require(places.first { $0.hasSuffix("/audit.jsonl") })
        return try String(contentsOfFile: "\(state)/\(file)", encoding: .utf8).split(separator: "\n")
    }
}
