import BusContract
import ContractLiterals
import Foundation
import MessageBus
import SiteHealth
import Testing
import VitalbusCommand

@Suite struct DoctorTests {
    private let now = Date(timeIntervalSince1970: 1_767_225_600)

    private var healthy: BusFacts {
        var facts = BusFacts()
        for actor in ["session-manager", "device-reader", "ble-scanner", "uploader"] {
            facts.actors["\(actor)/main"] = "online"
        }
        facts.adapter = AdapterState(
            hub: "h",
            present: true,
            powered: true,
            discovering: true,
            lastAdvertisement: now,
            problem: nil
        )
        facts.queue = QueueState(pending: 0, leased: 0, held: 0, rejected: 0, oldestSeconds: nil, paused: nil)
        facts.sessions["h"] = SessionState(
            seat: "h",
            active: true,
            sessionID: "i",
            startedAt: now,
            validated: "yes",
            defaultUser: false
        )
        return facts
    }

    private func wrong(_ change: (inout BusFacts) -> Void) -> [String] {
        var facts = healthy
        change(&facts)
        return facts.findings(now: now).filter { $0.status == .wrong }.map(\.check)
    }

    @Test func aHealthyHubHasNothingWrong() {
        #expect(healthy.findings(now: now).allSatisfy { $0.status == .ok })
    }

    @Test func whatTheServerRefusedLatelyIsAWarningAndNothingIsCalledWellBesideIt() throws {
        var facts = healthy
        #expect(facts.findings(now: now).verdict == "all well")
        facts.queue?.rejected = 7
        #expect(facts.findings(now: now).verdict == "all well", "what was refused long ago is no news")
        facts.queue?.rejectedLately = 2
        facts.queue?.rejectedError = "http422"
        let findings = facts.findings(now: now)
        let refused = try #require(findings.first { $0.check == "rejected records" })
        #expect(refused.status == .warning && refused.words.contains("2") && refused.words.contains("http422"))
        #expect(refused.wayOut?.contains("record retry") == true)
        #expect(findings.verdict == "it works, with 1 warning: see the lines above")
        facts.queue?.paused = "inform: x"
        #expect(facts.findings(now: now).verdict.hasPrefix("there are faults"))
    }

    @Test func whatWaitsSaysUntilWhenAndWhy() throws {
        var facts = healthy
        func words(_ error: String?, until: Date?) throws -> String {
            facts.queue?.waiting = [
                .init(
                    seat: "h",
                    apiVersion: "inform",
                    count: 1,
                    history: 0,
                    since: now - 120,
                    error: error,
                    until: until
                )
            ]
            return try #require(facts.findings(now: now).first { $0.check == "seat h" && $0.status == .warning }).words
        }
        #expect(
            try words("http500", until: now + 8).hasSuffix(
                "the server answered the last attempt with 500, and the next one is in 8 s"
            )
        )
        #expect(
            try words("lookupUnanswered", until: now + 8).contains(
                "the server is being asked whether it has the record"
            )
        )
        #expect(try words("http500", until: now - 8).hasSuffix("the server answered the last attempt with 500"))
        #expect(try words(nil, until: nil).hasSuffix("no attempt has failed yet"))
    }

    @Test func aHubWithoutARadioOnPurposeMissesNothing() {
        var facts = healthy
        facts.adapter = nil
        facts.actors["ble-scanner/main"] = nil
        facts.actors["device-reader/main"] = nil
        #expect(facts.findings(now: now, hasRadio: false).allSatisfy { $0.status == .ok })
        #expect(facts.findings(now: now).contains { $0.status == .wrong })
    }

    @Test func anImporterThatNeverStartedIsNamedWhereTheHubStartsOne() throws {
        var facts = healthy
        #expect(facts.findings(now: now).verdict == "all well", "a site's server has none")
        let missing = try #require(
            facts.findings(now: now, startsImporter: true).first { $0.check == "health-importer" }
        )
        #expect(missing.status == .warning && missing.words == "never seen here")
        facts.actors["health-importer/main"] = "online"
        #expect(facts.findings(now: now, startsImporter: true).verdict == "all well")
    }

    @Test func eachTroubleIsFoundByItself() {
        #expect(wrong { $0.failure = "no broker" } == ["broker"])
        #expect(wrong { $0.actors["uploader/main"] = "offline" } == ["uploader"])
        #expect(wrong { $0.actors["ble-scanner/main"] = nil } == ["ble-scanner"])
        #expect(wrong { $0.adapter?.powered = false } == ["adapter"])
        #expect(wrong { $0.adapter = nil } == ["adapter"])
        #expect(wrong { $0.sessions = [:] } == ["session"])
        #expect(wrong { $0.sessions["h"]?.validated = "no" } == ["session"])
        #expect(wrong { $0.queue?.paused = "inform: captive portal" } == ["destination"])
        #expect(wrong { $0.queue?.oldestSeconds = 4000 } == ["queue"])
    }

    @Test func aRefusedSessionAndWhatItLeftAreNamedWithTheCommand() throws {
        var facts = healthy
        facts.sessions["bed-b"] = SessionState(
            seat: "bed-b",
            active: false,
            sessionID: nil,
            startedAt: nil,
            validated: nil,
            defaultUser: false,
            endReason: "unauthorized",
            unsyncedRecords: 3
        )
        let found = try #require(facts.findings(now: now).first { $0.status == .wrong })
        #expect(found.words.contains("bed-b") && found.words.contains("unauthorized"))
        #expect(found.words.contains("3 records unsynced"))
        #expect(found.wayOut?.contains("vitalbus session start --seat bed-b") == true)
        facts.sessions["bed-b"] = nil
        facts.sessions["h"]?.unsyncedRecords = 2
        let left = try #require(facts.findings(now: now).first { $0.status == .warning })
        #expect(left.words.contains("2 records") && left.wayOut?.contains("--unsynced") == true)
        facts.sessions["h"]?.endedDestinations = ["legacy"]
        let refused = try #require(facts.findings(now: now).first { $0.status == .wrong })
        #expect(
            refused.words.contains("legacy rejected the person")
                && refused.wayOut?.contains("session start --seat") == true
        )
    }

    @Test func aQuietRoomIsWorthAWordAndNoMore() {
        var facts = healthy
        facts.adapter?.cause = "radioSilent"
        #expect(facts.findings(now: now).filter { $0.status != .ok }.map(\.status) == [.warning])
    }

    @Test func theLastTroubleOfTheRadioStandsBesideItsRecovery() {
        var facts = healthy
        facts.adapter?.lastCause = "serviceHung"
        facts.adapter?.recovered = now.addingTimeInterval(-30)
        let words = facts.findings(now: now).first { $0.check == "adapter" }?.words
        #expect(words?.hasSuffix("serviceHung ended 30 s ago") == true)
    }

    @Test func everyTroubleHasAWayOut() {
        var facts = BusFacts()
        facts.queue = QueueState(pending: 1, leased: 0, held: 2, rejected: 0, oldestSeconds: 9000, paused: "x")
        for finding in facts.findings(now: now) where finding.status != .ok {
            #expect(finding.wayOut?.isEmpty == false, "\(finding.check)")
        }
    }

    /// This is not a fault: automatic reading is off until a user enables it.
    @Test func whatIsReadByItselfIsTold() {
        var facts = healthy
        for (ids, words) in [([], "no model is read automatically"), ([1000, 3000], "read automatically: 1000, 3000")] {
            facts.passive = PassiveState(hub: "h", peripheralIDs: ids, devices: [])
            let finding = facts.findings(now: now).first { $0.check == "passive" }
            #expect(finding?.status == .ok && finding?.words.hasPrefix(words) == true, "\(ids)")
        }
    }

    private func stuck(_ seconds: Double, history: Int = 0, error: String? = nil) -> QueueState.Waiting {
        let since = now.addingTimeInterval(-seconds)
        return .init(seat: "bed-b", apiVersion: "inform", count: 3, history: history, since: since, error: error)
    }

    /// After a minute it names the seat, the cause and the remedy; after a quarter of an hour it is an error.
    @Test func whatDoesNotMoveIsNamedWithSeatCauseAndWayOut() throws {
        func found(_ change: (inout BusFacts) -> Void) -> Finding? {
            var facts = healthy
            change(&facts)
            return facts.findings(now: now).first { $0.check == "seat bed-b" }
        }
        #expect(found { $0.queue?.waiting = [stuck(30, error: "http503")] } == nil)
        let failing = try #require(found { $0.queue?.waiting = [stuck(90, error: "http503")] })
        #expect(failing.status == .warning && failing.words.contains("with 503") && failing.words.contains("90 s"))
        #expect(failing.wayOut?.contains("vitalbus session queue --seat bed-b") == true)
        #expect(found { $0.queue?.waiting = [stuck(901, error: "http503")] }?.status == .wrong)
        #expect(found { $0.queue?.waiting = [stuck(90)] }?.words.contains("no attempt has failed yet") == true)
        let history = try #require(found { $0.queue?.waiting = [stuck(9_000, history: 3)] })
        #expect(history.status == .ok && history.words.contains("history"))
        let paused = found {
            $0.queue?.waiting = [stuck(90, history: 3)]
            $0.queue?.paused = "inform: captive portal"
        }
        #expect(paused?.status == .warning && paused?.words.contains("captive portal") == true)
        let alone = found {
            $0.queue?.waiting = [stuck(90)]
            $0.actors["uploader/main"] = "offline"
        }
        #expect(alone?.words.contains("no uploader is online") == true)
        let message = "records wait for 'inform', and no uploader delivers there"
        let unserved = found {
            $0.queue?.waiting = [stuck(90)]
            $0.health["session-manager/main"] = ActorHealth(
                problems: [WireFault(code: "destinationUnserved", message: message, retriable: true)]
            )
        }
        #expect(unserved?.wayOut?.contains("destination.inform.base-url") == true)
        let files = found {
            $0.queue?.waiting = [stuck(90)]
            $0.queue?.waiting?[0].apiVersion = "file"
            let message = message.replacing("inform", with: "file")
            $0.health["session-manager/main"] = ActorHealth(
                problems: [WireFault(code: "destinationUnserved", message: message, retriable: true)]
            )
        }
        #expect(files?.wayOut?.contains("destination.file.directory") == true)
    }

    @Test func whatAProducerDoesNotGetRidOfAndWhatIsNotBelievedAreTold() throws {
        var facts = healthy
        facts.health["device-reader/main"] = ActorHealth(queueDepths: ["outbox": 2], oldestAgeSeconds: 61)
        facts.health["session-manager/main"] = ActorHealth(counters: ["refusedOutcome": 14, "refusedReply": 3])
        let found = facts.findings(now: now).filter { $0.status == .warning }
        #expect(found.map(\.check) == ["device-reader/main", "session-manager/main"])
        #expect(found[0].words.contains("2 readings") && found[0].words.contains("61 s"))
        #expect(found[1].words.contains("refusedOutcome 14") && !found[1].words.contains("refusedReply"))
    }

    /// Any unreadable message left on a topic is named, until the topic is cleared or gets a valid message.
    @Test func whatNobodyCanReadIsNamedWithItsTopic() throws {
        let place = "vitalbus/v1/home/room-2"
        let topics = [
            "\(place)/actor/device-reader/main/health", "\(place)/actor/device-reader/main/availability",
            "\(place)/state/passive",
        ]
        let rubbish: [[UInt8]] = [[0xFF, 0xFE, 0x1B], Array("[1]".utf8), Array(repeating: 120, count: 65_536)]
        for payload in rubbish {
            let kept = topics.map { BusMessage(topic: $0, payload: payload, retain: true) }
            let found = try #require(SiteFacts(KeptMessages(kept)).unreadable.first)
            #expect(topics.allSatisfy { found.words.contains($0) } && found.status == .warning)
            #expect(found.wayOut?.contains("mosquitto_pub -r -n -t TOPIC") == true)
            let words: [[UInt8]] = [[], Array("online".utf8), []]
            let mended = zip(topics, words).map { BusMessage(topic: $0, payload: $1, retain: true) }
            #expect(SiteFacts(KeptMessages(kept + mended)).unreadable.isEmpty)
        }
        let many = (0..<20).map {
            BusMessage(topic: "\(place)/actor/uploader/u\($0)/health", payload: [1], retain: true)
        }
        #expect(SiteFacts(KeptMessages(many)).unreadable.first?.words.hasSuffix("and 12 more") == true)
    }

    @Test func oneOfSeveralUploadersIsEnough() {
        #expect(
            wrong { facts in
                facts.actors["uploader/main"] = "offline"
                facts.actors["uploader/u2"] = "online"
            }.isEmpty
        )
    }

    @Test func whatNotEveryHubHasIsToldWhereItWasSeen() {
        var facts = healthy
        #expect(!facts.findings(now: now).contains { $0.check == "ocr-worker" })
        facts.actors["ocr-worker/o1"] = "offline"
        #expect(facts.findings(now: now).first { $0.check == "ocr-worker" }?.status == .warning)
        facts.actors["ocr-worker/o2"] = "online"
        #expect(facts.findings(now: now).first { $0.check == "ocr-worker" }?.status == .ok)
    }

    @Test func withoutAHubTheDoctorSaysSoAndEndsWithOne() async throws {
        let outcome = await Shell().run("doctor", "--json", "--state", "/nonexistent/vitalbus")
        #expect(outcome.code == 1)
        #expect(outcome.out.first?.contains(#""healthy":false"#) == true)
    }
}
