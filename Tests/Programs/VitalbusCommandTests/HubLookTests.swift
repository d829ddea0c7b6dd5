import BusContract
import ContractLiterals
import Foundation
import MessageBus
import SiteHealth
import Testing
import VitalbusCommand

/// The findings about a machine at a given time, from its processes' messages.
@Suite struct HubLookTests {
    /// 2026-01-01 14:05 UTC.
    private static let now = Date(timeIntervalSince1970: 1_767_276_300)
    private static let zone = TimeZone(secondsFromGMT: 0) ?? .current
    private static let day: TimeInterval = 86_400

    /// A hub whose processes are online, and reported their health this many seconds ago.
    private static func facts(
        _ ages: [String: TimeInterval],
        _ change: (inout ActorHealth) -> Void = { _ in }
    ) -> BusFacts {
        var facts = BusFacts()
        var health = ActorHealth()
        (health.intervalSeconds, health.clock) = (30, .init(synchronized: true))
        change(&health)
        for (name, age) in ages {
            (facts.actors[name], facts.health[name], facts.told[name]) = ("online", health, now - age)
        }
        return facts
    }

    private static func look(_ facts: BusFacts, answer: HubAnswer = .notAsked) -> [Finding] {
        HubLook(hub: "room-12", isHere: false, facts: facts, now: now, answer: answer, zone: zone).findings
    }

    private static func one(
        of age: TimeInterval = 10,
        answer: HubAnswer = .notAsked,
        _ change: (inout ActorHealth) -> Void
    ) -> Finding? {
        let found = look(facts(["device-reader/main": age], change), answer: answer)
        #expect(found.count <= 1)
        return found.first
    }

    @Test func aHubThatTellsItsHealthIsWell() {
        #expect(Self.look(Self.facts(["device-reader/main": 29, "ble-scanner/main": 5])).isEmpty)
    }

    /// No last will arrived, so the broker still has `online`.
    @Test func aHubThatIsUnpluggedIsNamedWithinTwoMinutes() throws {
        let before = Self.facts(["device-reader/main": 89, "ble-scanner/main": 85])
        #expect(Self.look(before).isEmpty)
        // Health is reported every 30 s: the hub was unplugged right after one report, or right before the next.
        for age in [91.0, 119] {
            let found = Self.look(Self.facts(["device-reader/main": age, "ble-scanner/main": age + 20]))
            #expect(found.map(\.check) == ["room-12"] && found.map(\.status) == [.wrong], "\(age)")
        }
        let found = Self.look(Self.facts(["device-reader/main": 180, "ble-scanner/main": 200]))
        #expect(found.first?.words == "has been silent for 3 minutes (since 14:02): is it plugged in?")
        #expect(found.first?.wayOut?.contains("power and network") == true)
    }

    @Test func whoTellsItsHealthMoreSeldomMaySayNothingForLonger() {
        #expect(Self.one(of: 500) { $0.intervalSeconds = 300 } == nil)
        #expect(Self.one(of: 901) { $0.intervalSeconds = 300 }?.words.hasPrefix("has been silent") == true)
    }

    @Test func aProcessThatHangsIsNamedBesideItsHub() {
        let found = Self.look(Self.facts(["device-reader/main": 5, "ocr-worker/o1": 240]))
        #expect(found.map(\.check) == ["room-12 ocr-worker/o1"])
        #expect(found.first?.words == "reports online, but has been silent for 4 minutes")
        #expect(found.first?.wayOut?.contains("on room-12: systemctl restart 'vitalbus-ocr-worker*'") == true)
    }

    @Test func aWrongClockIsToldFromSilence() {
        let behind = Self.one(of: 86_410, answer: .ahead(-86_400)) { _ in }
        #expect(behind?.words == "its clock is 24 hours behind this machine's" && behind?.status == .wrong)
        let ahead = Self.one(of: -259_190, answer: .ahead(259_200)) { _ in }
        #expect(ahead?.words == "its clock is 3 days ahead of this machine's")
        #expect(ahead?.wayOut == "on room-12: timedatectl set-ntp true, and check that it reaches a time server")
        let gone = Self.one(of: -259_200, answer: .nothing) { _ in }
        #expect(gone?.words.hasPrefix("its clock was 3 days ahead of this machine's, and it does not answer") == true)
        let silent = Self.one(of: 86_410, answer: .nothing) { $0.clock = .init(synchronized: false) }
        #expect(silent?.words.contains("24 hours") == true)
        #expect(silent?.wayOut?.contains("its clock is not synchronized") == true)
    }

    @Test func aClockThatNobodyKeepsIsToldOnce() {
        let found = Self.one { $0.clock = .init(synchronized: false) }
        #expect(found?.words == "its clock is not synchronized" && found?.status == .warning)
        let ages = ["device-reader/main": 5.0, "ble-scanner/main": 5]
        var both = Self.facts(ages) { $0.clock = .init(synchronized: false) }
        both.health["device-reader/main"]?.clock?.synchronized = true
        #expect(Self.look(both).isEmpty, "one of the machine's processes is told that the clock is right")
    }

    @Test func aFullDiskIsTold() {
        func found(_ free: Int64) -> Finding? {
            Self.one { $0.disk = .init(freeBytes: free, totalBytes: 100_000_000_000) }
        }
        #expect(found(10_000_000_000) == nil)
        #expect(found(9_000_000_000)?.status == .warning)
        #expect(found(2_900_000_000)?.words == "disk 97 % full, 2900 MB free")
        #expect(found(2_900_000_000)?.status == .warning && found(1_900_000_000)?.status == .wrong)
        let small = Self.one { $0.disk = .init(freeBytes: 199_000_000, totalBytes: 400_000_000) }
        #expect(small?.status == .wrong, "a small disk that is half empty, too")
    }

    /// A certificate that is valid for seven days is renewed after two thirds of them.
    @Test func aCertificateThatWasNotRenewedIsTold() {
        func found(_ left: TimeInterval, of actor: String = "device-reader/main") -> Finding? {
            let ends = Self.now + left
            let facts = Self.facts([actor: 5]) { $0.certificate = .init(renewal: ends - 7 * Self.day / 3, ends: ends) }
            return Self.look(facts).first
        }
        #expect(found(3 * Self.day) == nil)
        #expect(found(2.2 * Self.day) == nil, "renewing has just begun")
        #expect(found(2.03 * Self.day)?.words == "its certificate expires in 2 days and was not renewed")
        #expect(found(2.03 * Self.day)?.wayOut == "on room-12: vitalbus renew")
        #expect(found(-60)?.words == "its certificate expired on 2026-01-01 14:04" && found(-60)?.status == .wrong)
        #expect(found(-60, of: "registrar/main")?.wayOut?.contains("registrar") == true)
        #expect(found(-60, of: "page/main")?.wayOut?.contains("restart the broker") == true)
    }

    @Test func aBackupThatIsMissingOrOfAnotherDatabaseIsTold() {
        func found(_ age: TimeInterval, made: Bool = true, isOfThisStore: Bool? = nil) -> Finding? {
            let since = Self.now - age
            return Self.one { $0.backup = .init(made: made ? since : nil, since: since, isOfThisStore: isOfThisStore) }
        }
        #expect(found(7 * Self.day) == nil)
        #expect(found(9 * Self.day)?.words == "no backup for 9 days" && found(9 * Self.day)?.status == .warning)
        #expect(found(9 * Self.day)?.wayOut?.contains("vitalbus backup FILE") == true)
        #expect(found(9 * Self.day, made: false)?.words == "no backup for 9 days, and none before")
        #expect(found(60, made: false) == nil, "a new hub has time")
        #expect(found(60, isOfThisStore: true) == nil)
        #expect(found(60, isOfThisStore: false)?.words.contains("before an older copy of the database") == true)
    }

    @Test func aSlowBrokerIsTold() {
        #expect(Self.one { $0.brokerMilliseconds = 800 } == nil)
        #expect(Self.one { $0.brokerMilliseconds = 3_100 }?.words.contains("3100 ms") == true)
    }

    /// The view of the site's server: the messages that the broker keeps.
    @Test func aSiteNamesTheHubThatIsSilent() throws {
        func facts(_ age: TimeInterval) throws -> BusFacts {
            SiteFacts(KeptMessages(try Kept.hub("room-12", told: Self.now - age)))["room-12"]
        }
        #expect(try facts(20).hubFindings("room-12", now: Self.now).map(\.status) == [.ok])
        let silent = try facts(150).hubFindings("room-12", now: Self.now)
        #expect(silent.map(\.check) == ["room-12"] && silent.first?.words.contains("is it plugged in?") == true)
        var off = try facts(150)
        off.actors["device-reader/main"] = "offline"
        #expect(off.hubFindings("room-12", now: Self.now).first?.words.contains("is unreachable") == true)
    }

    /// Runs the command itself on a bus that has only the hub's retained messages.
    @Test func statusNamesTheSilentHub() async throws {
        let broker = InMemoryBroker()
        let bus = broker.connect()
        for message in try Kept.hub("h", told: Date() - 200) { _ = try await bus.publish(message) }
        let outcome = await Shell(broker).run("status")
        #expect(outcome.out.first?.hasSuffix("seen from h, the given bus") == true)
        // On a busy machine it takes a while.
        let line = outcome.out.first { $0.contains("h: has been silent for ") }
        #expect(line?.contains(" minutes (since ") == true, "\(outcome.out)")
    }
}

/// The messages that a broker keeps for a hub.
enum Kept {
    /// A reader that is online and reported its health.
    static func hub(_ hub: String, told: Date, health: ActorHealth = ActorHealth()) throws -> [BusMessage] {
        let address = try BusAddress(site: "s", hub: hub, actor: "device-reader", instance: "main")
        let envelope = Envelope(id: "i", source: address.source, type: "vitalbus.health.v1", time: told, data: health)
        let place = "actor/device-reader/main"
        return [
            BusMessage(topic: address.topic("\(place)/availability"), payload: Array("online".utf8), retain: true),
            BusMessage(topic: address.topic("\(place)/health"), payload: try envelope.encoded(), retain: true),
        ]
    }
}
