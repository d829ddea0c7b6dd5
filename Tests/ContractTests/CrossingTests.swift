import BusContract
import MessageBus
import Testing

/// The contract decides which topics cross the link to a hub with its own broker, and no message returns.
@Suite struct CrossingTests {
    static let seeds = Array(UInt64(1)...12)

    /// No message that went one way matches the other direction, where it would circulate for ever.
    @Test(arguments: seeds)
    func aTopicCrossesInOneDirectionOnly(_ seed: UInt64) throws {
        let site = try RandomSite(seed)
        for hub in site.hubs where hub != BusAddress.siteHub {
            let all = Roster(site.members).crossings(of: hub)
            let (out, into) = (all.filter { $0.way == .out }, all.filter { $0.way == .into })
            #expect(!out.isEmpty && !into.isEmpty)
            for one in out {
                let back = into.first { TopicFilter.common($0.pattern, with: one.pattern) != nil }
                #expect(back == nil, "\(one.pattern) goes out and comes back by \(back?.pattern ?? "")")
            }
            #expect(!all.contains { $0.pattern.split(separator: "/")[3] == "+" }, "hubs are named")
        }
    }

    /// A topic that one side writes and the other side reads crosses the link.
    @Test(arguments: seeds)
    func whatTheSidesWriteForEachOtherCrosses(_ seed: UInt64) throws {
        let site = try RandomSite(seed)
        for hub in site.hubs where hub != BusAddress.siteHub {
            let address = try BusAddress(site: site.name, hub: hub, actor: "vitalbus", instance: "cli")
            let all = Roster(site.members + [Roster.Member(address, role: .vitalbus)]).crossings(of: hub)
            let carried = { (way: Roster.Crossing.Way, topic: String) in
                all.contains { $0.way == way && TopicFilter.common($0.pattern, with: topic) != nil }
            }
            let inside = site.members.filter { $0.address.hub == hub }
            let atSite = site.members.filter { $0.role.runsAtSite }
            for (writers, readers, way) in [(inside, atSite, Roster.Crossing.Way.out), (atSite, inside, .into)] {
                for (topic, other) in pairs(site, writers: writers, readers: readers) {
                    #expect(carried(way, topic), "\(way) \(topic)")
                    #expect(!carried(other, topic), "\(other) \(topic)")
                }
            }
            #expect(carried(.into, "vitalbus/v1/\(site.name)/\(hub)/event/recordSubmitted"))
            #expect(!carried(.into, "vitalbus/v1/\(site.name)/other/event/recordSubmitted"))
            #expect(!carried(.out, "vitalbus/v1/\(site.name)/\(hub)/event/recordSubmitted"))
        }
    }

    /// Topics that one of the first writes and one of the second reads, each with the direction that it must not take.
    private func pairs(_ site: RandomSite, writers: [Roster.Member], readers: [Roster.Member]) -> [(
        String, Roster.Crossing.Way
    )] {
        let isOut = readers.contains { $0.role.runsAtSite }
        let written = site.rules.filter { rule in writers.contains(rule.0) && rule.1.action == .publish }
        let read = site.rules.filter { rule in readers.contains(rule.0) && rule.1.action == .subscribe }
        return Set(written.map(\.1.pattern)).sorted().compactMap { pattern in
            let topic = pattern.replacing("+", with: "x")
            // Command lines, people and programs of a hub see their own hub and the site.
            let isRead = read.contains { member, rule in
                rule.allows(.subscribe, topicOrFilter: topic) && !([.vitalbus] + BusRole.guests).contains(member.role)
            }
            guard isRead else { return nil }
            return (topic, isOut ? .into : .out)
        }
    }

    /// A bridge has, at the site's broker, its hub's rights in its direction and the right to publish the link's state,
    /// no more.
    @Test func aBridgeHasTheRightsOfItsDirection() throws {
        let site = try RandomSite(3)
        let hub = try #require(site.hubs.first)
        for way in Roster.Crossing.Way.allCases {
            let address = try BusAddress(site: site.name, hub: hub, actor: "bridge", instance: way.rawValue)
            let bridge = Roster.Member(address, role: .bridge)
            let roster = Roster(site.members + [bridge])
            let crossing = roster.crossings(of: hub).filter { $0.way == way }.map(\.pattern)
            let rules = roster.rules(for: bridge)
            let link = address.topic("actor/bridge/\(way.rawValue)/link")
            #expect(rules.contains(AccessRule(.publish, pattern: link)))
            let action: AccessRule.Action = way == .out ? .publish : .subscribe
            for pattern in crossing {
                let isAllowed = rules.contains {
                    TopicFilter.common($0.pattern, with: pattern) == pattern && $0.action == action
                }
                #expect(isAllowed, "\(pattern)")
            }
            let inside = site.rules.filter { $0.0.address.hub == hub && $0.1.action == action }.map(\.1)
            #expect(Set(rules.filter { $0.pattern != link }) == Set(inside))
        }
    }
}
