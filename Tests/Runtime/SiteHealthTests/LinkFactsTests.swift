import BusContract
import Foundation
import MessageBus
import SiteHealth
import Testing

/// The findings about a link between a hub's broker and the site's.
@Suite struct LinkFactsTests {
    private let now = Date(timeIntervalSince1970: 1_767_225_600)

    private func link(_ way: String, _ word: String) -> BusMessage {
        BusMessage(topic: "vitalbus/v1/s/room-1/actor/bridge/\(way)/link", payload: Array(word.utf8), retain: true)
    }

    private func health(of hub: String, at time: Date) throws -> BusMessage {
        let envelope = Envelope(id: "1", source: "/s/\(hub)/a/main", type: "t", time: time, data: ActorHealth())
        let topic = "vitalbus/v1/s/\(hub)/actor/a/main/health"
        return BusMessage(topic: topic, payload: try WireJSON.encode(envelope), retain: true)
    }

    private func online(of hub: String) -> BusMessage {
        BusMessage(
            topic: "vitalbus/v1/s/\(hub)/actor/a/main/availability",
            payload: Array("online".utf8),
            retain: true
        )
    }

    private func site(_ messages: [BusMessage]) -> SiteFacts { SiteFacts(messages) }

    @Test func aLinkOfWhichOneDirectionIsDownIsDown() throws {
        #expect(LinkFacts(site([link("out", "1"), link("in", "0")]), of: "room-1").isDown)
        let facts = LinkFacts(site([link("out", "1"), link("in", "1")]), of: "room-1")
        #expect(!facts.isDown && facts.ofHub(now: now).status == .ok)
        #expect(facts.ofSite("room-1", now: now) == nil)
    }

    /// A hub that connects directly to the site's broker has no link, and other hubs' links do not count as its own.
    @Test func whoHasNoLinkMissesNone() {
        #expect(LinkFacts(site([]), of: "room-1").ofSite("room-1", now: now) == nil)
        #expect(!LinkFacts(site([link("out", "0")]), of: "room-2").isDown)
    }

    @Test func itIsDownSinceTheLastWordThatCameOverIt() throws {
        let messages = [
            link("out", "0"), try health(of: "site", at: now - 600), try health(of: "site", at: now - 180),
            try health(of: "room-1", at: now),
        ]
        let facts = LinkFacts(site(messages), of: "room-1", heardOf: "site")
        #expect(facts.lastHeard == now - 180)
        let finding = facts.ofHub(now: now)
        #expect(finding.status == .wrong && finding.words.contains("3 min ago"), "\(finding.words)")
        let atSite = try #require(LinkFacts(site(messages), of: "room-1").ofSite("room-1", now: now))
        #expect(atSite.status == .wrong && atSite.words.contains("0 s ago"), "\(atSite.words)")
        let silent = LinkFacts(site([link("out", "0")]), of: "room-1", heardOf: "site").ofHub(now: now)
        #expect(silent.words.contains("since this broker started"))
    }

    /// A broker accepts a revoked hub's certificate without any rights, so the link shows only old messages.
    @Test func aLinkWithoutRightsIsSilent() throws {
        func facts(heard age: TimeInterval) throws -> LinkFacts {
            let messages = [
                link("out", "1"), link("in", "1"), online(of: "site"), try health(of: "site", at: now - age),
            ]
            return LinkFacts(site(messages), of: "room-1", heardOf: "site")
        }
        #expect(try facts(heard: 60).ofHub(now: now).status == .ok)
        let finding = try facts(heard: 200).ofHub(now: now)
        #expect(finding.status == .wrong && finding.wayOut?.contains("revoked") == true, "\(finding)")
    }
}
