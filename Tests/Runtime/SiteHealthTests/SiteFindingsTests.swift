import BusContract
import ContractLiterals
import Foundation
import MessageBus
import SiteHealth
import SiteRecords
import Testing
import VitalRecords

/// The findings about a whole site at a given time, from its server's view.
@Suite struct SiteFindingsTests {
    private static let now = Date(timeIntervalSince1970: 1_767_276_300)

    private static func kept<Payload: Codable & Sendable>(
        _ leaf: String,
        of hub: String,
        by actor: String,
        told: TimeInterval,
        data: Payload
    ) throws -> BusMessage {
        let address = try BusAddress(site: "s", hub: hub, actor: actor, instance: "main")
        let envelope = Envelope(id: "i", source: address.source, type: "t", time: now - told, data: data)
        return BusMessage(topic: address.topic(leaf), payload: try envelope.encoded(), retain: true)
    }

    private static func process(_ actor: String, at hub: String, told: TimeInterval) throws -> [BusMessage] {
        let address = try BusAddress(site: "s", hub: hub, actor: actor, instance: "main")
        let place = "actor/\(actor)/main"
        return [
            BusMessage(topic: address.topic("\(place)/availability"), payload: Array("online".utf8), retain: true),
            try kept("\(place)/health", of: hub, by: actor, told: told, data: ActorHealth()),
        ]
    }

    /// A healthy site, with one hub that was last heard this many seconds ago.
    private static func site(_ told: TimeInterval) throws -> SiteFacts {
        let session = SessionState(
            seat: "a",
            active: true,
            sessionID: "i",
            startedAt: now,
            validated: "yes",
            defaultUser: false
        )
        let queue = QueueState(pending: 0, leased: 0, held: 0, rejected: 0, oldestSeconds: nil, paused: nil)
        return SiteFacts(
            try process("session-manager", at: "site", told: 5) + process("uploader", at: "site", told: 5)
                + process("device-reader", at: "room-1", told: told)
                + [
                    kept("state/session/a", of: "site", by: "session-manager", told: 5, data: session),
                    kept("state/queue", of: "site", by: "session-manager", told: 5, data: queue),
                ]
        )
    }

    private static func trouble(_ site: SiteFacts, at time: Date = now) -> [Finding] {
        site.findings(ofHubs: [], now: time).filter { $0.status != .ok }
    }

    @Test func aSiteThatIsWellHasNoProblem() throws {
        let found = Self.trouble(try Self.site(10))
        #expect(found.isEmpty, "\(found)")
    }

    @Test func anUnpluggedHubIsNamedWithinTwoMinutesWithItsParts() throws {
        let site = try Self.site(0)
        #expect(Self.trouble(site, at: Self.now + 80).isEmpty)
        let found = Self.trouble(site, at: Self.now + 119).filter { $0.check == "room-1" }
        let kind = try #require(found.first?.kind)
        #expect(kind.name == "hubSilent" && kind.parts["hub"] == "room-1" && kind.span == 119)
    }

    @Test func aDeviceThatWaitsForAPersonIsNamedWithWhatMendsIt() throws {
        var site = try Self.site(10)
        let device = try #require(DeviceID("5b8f1a44-61bd-5d2c-9a7c-0e3a6a0f7d11"))
        let passive = PassiveState(
            hub: "room-1",
            peripheralIDs: [3000],
            devices: [
                .init(device: device, peripheralID: 3000, phase: .notPaired),
                .init(
                    device: try #require(DeviceID("6b8f1a44-61bd-5d2c-9a7c-0e3a6a0f7d11")),
                    peripheralID: 3000,
                    phase: .armed
                ),
            ]
        )
        site.take(try Self.kept("state/passive", of: "room-1", by: "device-reader", told: 5, data: passive))
        let found = Self.trouble(site)
        #expect(found.map(\.kind?.name) == ["deviceNotPaired"])
        #expect(found.first?.kind?.mend == .forgetDevice(hub: "room-1", device: device.description))
    }

    @Test func whatIsShownHasAKindAndTheJSONDoesNot() throws {
        let found = Self.trouble(try Self.site(400))
        #expect(!found.isEmpty && found.allSatisfy { $0.kind != nil })
        let text = String(decoding: try WireJSON.encode(found), as: UTF8.self)
        #expect(!text.contains("kind") && text.contains("wayOut"))
    }

    @Test(arguments: [(60.0, "0 s ago"), (54_000, "15 hours ahead"), (-54_000, "15 h ago")])
    func aTimeAheadIsNotJustNow(ahead: Double, words: String) {
        #expect(LocalTime.ago(Self.now + ahead, now: Self.now) == words)
    }
}
