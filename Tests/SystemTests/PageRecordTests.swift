import Curl
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

    /// The seat's next person uses the room's tablet, and must not find the values of who was there before.
    @Test func aRoomsTabletShowsNoEarlierPerson() async throws {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        settings.page = "127.0.0.1:\(try FreePort.take())"
        try await RunningLine.with(settings) { line in
            let (seat, state) = (LineSetup.seat, ["--state", line.folder.state])
            let typed = ["record", "add", "--seat", seat, "--type", "weight", "body_weight=81.7kg"] + state
            #expect(try await ProgramRun("vitalbus", typed).exit == .code(0))
            try await line.waitForAccepted(1)
            try await line.startSession(user: "second-user", seat: seat)
            let before = ["/seats/\(seat)/before", "/seats/\(seat)/before/records"]
            let operating = try await PageVisit(line)
            for page in before { #expect(try await operating.text(of: page).contains("81.7")) }
            let made = try await ProgramRun("vitalbus", ["page", "kiosk", "add", "tablet", "--seat", seat] + state)
            let address = try #require(made.text.firstMatch(of: #/http:\S+\/kiosk\?key=\S+/#), "\(made.text)")
            let tablet = try await PageVisit(line, tablet: String(address.output))
            let own = try await tablet.text(of: "/seats/\(seat)")
            #expect(own.contains(seat) && !own.contains("81.7") && !own.contains("/before"))
            for page in before {
                let answer = try await tablet.answer(of: page)
                #expect(answer.status == 403 && !String(decoding: answer.body, as: UTF8.self).contains("81.7"))
            }
        }
    }

    /// A form that was opened for a person sets, measures and photographs nothing for the seat's next one.
    @Test func aFormIsForThePersonWhomItShowed() async throws {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        settings.page = "127.0.0.1:\(try FreePort.take())"
        try await RunningLine.with(settings) { line in
            let (seat, visit) = (LineSetup.seat, try await PageVisit(line))
            let own = "/seats/\(seat)"
            func stay() async throws -> String {
                let shown = try await visit.text(of: own).firstMatch(of: #/limits".*?name="stay" value="([^"]*)"/#)
                return String(try #require(shown).output.1)
            }
            /// The answer's status to a form for the person of a session.
            func send(_ path: String, _ fields: [String: String], for stay: String?) async throws -> Int {
                let stays = stay.map { ["stay": $0] } ?? [:]
                return try await visit.status(of: fields.merging(stays) { $1 }, to: path, from: own)
            }
            let limits = ["lowest.pulse": "50", "highest.pulse": "90"]
            let first = try await stay()
            #expect(try await send("\(own)/limits", limits, for: first) == 200)
            try await line.startSession(user: "second-user", seat: seat)
            #expect(try await send("\(own)/limits", limits, for: first) == 409)
            #expect(try await send("\(own)/limits", limits, for: nil) == 409, "nor one without a person")
            let meter = ["seat": seat, "hub": LineSetup.hub, "peripheral": "1"]
            #expect(try await send("/measure/start", meter, for: first) == 409)
            #expect(try await visit.photo(seat: seat, stay: first) == 409)
            let second = try await stay()
            #expect(second != first)
            #expect(try await send("\(own)/limits", limits, for: second) == 200)
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
