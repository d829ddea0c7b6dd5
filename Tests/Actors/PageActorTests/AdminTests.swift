import BusContract
import Foundation
import MessageBus
import SiteHealth
import TestSupport
import Testing
import VitalRecords

@testable import PageActor

private let now = Date(timeIntervalSince1970: 1_790_000_000)

private func texts(_ code: String) throws -> PageTexts.Language {
    let path = "\(ProjectFolder.url.path)/Sources/Actors/Page/Web/texts/\(code).json"
    let words = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: URL(filePath: path)))
    return PageTexts.Language(code: code, words: words)
}

private func time(_ code: String = "en") throws -> PageTime {
    PageTime(language: try texts(code), now: now, zone: TimeZone(secondsFromGMT: 0) ?? .current)
}

@Suite struct AdminCodesTests {
    @Test func whatHasNoCodeIsListedApart() throws {
        let rows = AdminCodes.rows(try texts("de"))
        let names = { (isMissing: Bool) in
            Set(rows.filter { $0["isMissing"] as? Bool == isMissing }.compactMap { $0["name"] as? String })
        }
        #expect(names(false).contains("Puls") && !names(true).contains("Puls"))
        #expect(!names(true).isEmpty)
        for row in rows where row["isMissing"] as? Bool == false {
            #expect(row["loinc"] as? String != "" || row["mdc"] as? String != "", "\(row)")
        }
    }
}

@Suite struct ProblemViewTests {
    private let silent = Finding(
        "room-1",
        status: .wrong,
        words: "has not been heard",
        wayOut: "vitalbus doctor",
        kind: .init("hubSilent", parts: ["hub": "room-1"], span: 300, since: now - 300)
    )

    @Test(arguments: [
        ("en", "Nothing has been heard from the hub room-1 since 14:08"), ("de", "Vom Hub room-1 ist seit 14:08 "),
    ])
    func aProblemIsSaidInTheLanguageOfWhoLooks(code: String, words: String) throws {
        let model = ProblemView(time: try time(code), isFull: false).model(silent)
        #expect((model["words"] as? String)?.hasPrefix(words) == true, "\(model)")
        #expect(model["command"] == nil && model["advice"] != nil, "a nurse has no use for commands")
    }

    @Test func operatorsSeeTheCommandAndWhatMends() throws {
        let view = ProblemView(time: try time(), isFull: true)
        #expect(view.model(silent)["command"] as? String == "vitalbus doctor")
        let mended = Finding("queue", status: .wrong, words: "w", kind: .init("queueOld", mend: .processQueue))
        #expect((view.model(mended)["act"] as? [String: Any])?["kind"] as? String == "processQueue")
        let server = Finding(
            "site",
            status: .wrong,
            words: "w",
            kind: .init("disk", parts: ["hub": "site", "words": "x"])
        )
        #expect(view.model(server)["words"] as? String == "The disk of the server is nearly full: x")
        let plain = Finding("kept", status: .warning, words: "as it is")
        #expect(view.model(plain)["words"] as? String == "kept: as it is")
    }

    @Test func whatTilesSayIsNotSaidTwice() {
        let seat = Finding("session", status: .warning, words: "w", kind: .init("noSession", parts: ["seat": "a"]))
        let clock = Finding("room-1", status: .warning, words: "w", kind: .init("clockUnkept"))
        let store = Finding("s", status: .wrong, words: "w", kind: .init("reported"))
        let person = Rights(role: .operator, seat: nil)
        #expect(ProblemView.short([seat, silent, clock, store], for: person) == [silent, store])
    }

    /// A nurse sees what happens at a bed, and nothing that only an operator can mend.
    @Test func anOperatorsProblemIsNoNurses() {
        let queue = Finding("queue", status: .wrong, words: "w", kind: .init("queueOld", mend: .processQueue))
        let refused = Finding("s", status: .wrong, words: "w", kind: .init("sessionRefused", parts: ["seat": "a"]))
        let reader = Finding(
            "room-1 device-reader",
            status: .warning,
            words: "offline",
            kind: .init("processOffline", parts: ["hub": "room-1", "actor": "device-reader/main"])
        )
        let uploader = Finding(
            "site uploader",
            status: .warning,
            words: "offline",
            kind: .init("processOffline", parts: ["hub": "site", "actor": "uploader/main"])
        )
        let all = [queue, silent, refused, reader, uploader, Finding("kept", status: .wrong, words: "as it is")]
        #expect(ProblemView.short(all, for: Rights(role: .caregiver, seat: nil)) == [silent, reader])
        #expect(ProblemView.short(all, for: Rights(role: .operator, seat: nil)) == all)
    }

    /// Each kind that the shared library names has its words, with no other parts than it gives.
    @Test func everyKindOfProblemHasATextInEachLanguage() throws {
        let folder = "\(ProjectFolder.url.path)/Sources/Runtime/SiteHealth"
        var kinds: Set<String> = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
            kinds.formUnion(text.matches(of: /kind: (?:\.init\()?\s*"([a-zA-Z]+)"/).map { String($0.output.1) })
            for found in text.matches(of: /kind: \.init\(\s*is\w+ \? "([a-zA-Z]+)" : "([a-zA-Z]+)"/) {
                kinds.formUnion([String(found.output.1), String(found.output.2)])
            }
        }
        #expect(kinds.count > 25, "\(kinds)")
        for code in ["en", "de"] {
            let words = try texts(code).words
            #expect(kinds.filter { words["problem.\($0)"] == nil }.isEmpty)
        }
    }

    @Test func everyCauseAndPhaseHasItsWords() throws {
        let words = try texts("de").words
        let phases = PassiveState.Device.Phase.known.map { "phase.\($0.rawValue)" }
        let ends = ["requested", "replaced", "unauthorized"].map { "ended.\($0)" }
        let valid = SessionValidity.known.map { "validated.\($0.rawValue)" }
        let done = SessionRetried.Validity.known.map { "done.validated.\($0.rawValue)" }
        let sections = AdminDesk.sections.map { "admin.\($0)" }
        let all = phases + ends + valid + done + sections + Availability.allCases.map { "word.\($0.rawValue)" }
        #expect(all.filter { words[$0] == nil }.isEmpty)
    }
}

@Suite struct DeviceListTests {
    private func device(_ digit: Int) throws -> DeviceID {
        try #require(DeviceID("\(digit)b8f1a44-61bd-5d2c-9a7c-0e3a6a0f7d11"))
    }

    private func view(_ digit: Int, seat: String, from: TimeInterval, until: TimeInterval? = nil) throws
        -> AssignmentView
    {
        AssignmentView(
            device: try device(digit),
            userIndex: nil,
            seat: seat,
            from: now - from,
            until: until.map { now - $0 }
        )
    }

    @Test func devicesOfSomebodyComeFirstWithWhoHearsThem() throws {
        let sight = DeviceSights.Sight(hub: "room-1", at: now - 120, name: "Cuff", peripheralIDs: [3000])
        let rows = DeviceRows(
            time: try time(),
            assignments: [try view(1, seat: "bed-a", from: 900, until: 60), try view(2, seat: "bed-b", from: 900)],
            sights: [try device(1).description: sight],
            passive: [],
            seats: ["bed-a", "bed-b"]
        ).models
        #expect(rows.map { $0["isFree"] as? Bool } == [false, true])
        #expect(rows[0]["heard"] as? String == "not seen since the page started")
        #expect(rows[1]["heard"] as? String == "seen by room-1, 2 min ago" && rows[1]["name"] as? String == "Cuff")
    }

    @Test func theLastOfManySightsAreKept() throws {
        var sights = DeviceSights()
        let old = PeripheralSighted(
            hub: "h",
            device: try device(1),
            peripheralIDs: [],
            name: nil,
            rssi: nil,
            advertisement: Advertisement(),
            episode: now
        )
        sights.take(old, at: now - 60)
        sights.take(old, at: now)
        #expect(sights.all.count == 1 && sights.all.values.first?.at == now)
        // Another hub may not say that this one heard it: only the topic proves the sender.
        let envelope = Envelope(id: "a", source: "s", type: "vitalbus.peripheralSighted.v1", time: now, data: old)
        for (hub, time) in [("other", now), ("h", now + 60)] {
            let topic = "vitalbus/v1/home/\(hub)/event/peripheralSighted"
            sights.take(BusMessage(topic: topic, payload: try WireJSON.encode(envelope)), now: now + 60)
            #expect(sights.all.values.first?.at == time)
        }
    }

    @Test func aLineHasABarForEachTimeThatADeviceWasSomebodys() throws {
        let day: TimeInterval = 86_400
        let lines = TimeLine(
            time: try time(),
            assignments: [
                try view(1, seat: "bed-b", from: 5 * day), try view(1, seat: "bed-a", from: 10 * day, until: 5 * day),
            ]
        )
        let bars = try #require(lines.models.first?["bars"] as? [[String: Any]])
        #expect(bars.map { $0["x"] as? String } == ["50.0", "0.0"])
        #expect(bars.map { $0["width"] as? String } == ["50.0", "50.0"])
        #expect(bars.map { $0["isOpen"] as? Bool } == [true, false])
        let old = TimeLine(time: try time(), assignments: [try view(1, seat: "a", from: 900 * day, until: 800 * day)])
        #expect((old.models.first?["bars"] as? [[String: Any]])?.isEmpty == true, "it is in the table alone")
    }
}

@Suite struct HeldSessionsTests {
    private func entry(_ id: String, from: TimeInterval, until: TimeInterval?, defaultUser: Bool = false)
        -> SessionPage.Entry
    {
        let view = SessionView(
            sessionID: id,
            seat: "bed-a",
            userID: "u-\(id)",
            organizationID: "o",
            apiVersion: .inform,
            startedAt: now - from,
            validated: .yes,
            defaultUser: defaultUser
        )
        return SessionPage.Entry(session: view, endedAt: until.map { now - $0 }, open: 0)
    }

    @Test func aReadingFromBeforeTheSessionNeedsAChoice() throws {
        let sessions = [entry("2", from: 100, until: nil), entry("1", from: 900, until: 500)]
        #expect(HeldSessions(time: try time(), measured: now - 50).fits(sessions))
        #expect(HeldSessions(time: try time(), measured: now - 600).fits(sessions))
        #expect(!HeldSessions(time: try time(), measured: now - 300).fits(sessions), "between two")
        #expect(!HeldSessions(time: try time(), measured: nil).fits(sessions), "nobody knows when")
    }

    @Test func choicesAreInWordsAndTheDefaultUsersIsNone() throws {
        let sessions = [entry("2", from: 100, until: nil), entry("1", from: 900, until: 500, defaultUser: true)]
        let models = HeldSessions(time: try time(), measured: nil).models(sessions)
        #expect(models.map { $0["id"] as? String } == ["2"])
        #expect((models.first?["words"] as? String)?.hasPrefix("u-2 of o, 2026-09-21 ") == true, "\(models)")
    }

    /// The session manager's own words are what refusals are told apart by: they have to be there.
    @Test func eachRefusalIsOneOfTheSessionManagers() throws {
        let path = "\(ProjectFolder.url.path)/Sources/Actors/SessionManager/Held/HeldDesk.swift"
        let source = try String(contentsOfFile: path, encoding: .utf8)
        for (part, text) in HeldRefusal.texts {
            #expect(source.contains(part), "\(part)")
            #expect(try texts("de").words[text] != nil)
        }
        let refused = PageError(BusError(.conflict, message: "seat 'a' had no session when it was measured: …"))
        #expect(HeldRefusal.told(refused).text == "refused.noSession")
        #expect(HeldRefusal.told(PageError(BusError(.unusualValue, message: "m"))).text == "refused.unusual")
        #expect(HeldRefusal.told(PageError(BusError(.conflict, message: "another"))).words == "another")
    }
}

@Suite struct LogTailTests {
    @Test func theLastLinesAreShownAndNoOtherFile() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("log-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(LogTail.names(in: folder).isEmpty)
        try FileManager.default.createDirectory(atPath: "\(folder)/log", withIntermediateDirectories: true)
        let text = (1...9_000).map { "line \($0) \u{1B}[2J" }.joined(separator: "\n")
        try text.write(toFile: "\(folder)/log/uploader-u1.log", atomically: true, encoding: .utf8)
        try "secret".write(toFile: "\(folder)/site-key", atomically: true, encoding: .utf8)
        #expect(LogTail.names(in: folder) == ["uploader-u1"])
        let lines = LogTail.lines(of: "uploader-u1", in: folder)
        #expect(lines.count == LogTail.most && lines.last == "line 9000  [2J")
    }
}
