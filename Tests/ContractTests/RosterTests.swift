import BusContract
import ContractLiterals
import MessageBus
import Testing

/// The broker's rights follow from the contract and grant nothing beyond it.
@Suite struct RosterTests {
    static let seeds = Array(UInt64(1)...12)

    @Test(arguments: seeds)
    func repliesAndGrantsAreNamedOneByOne(_ seed: UInt64) throws {
        for (member, rule) in try RandomSite(seed).rules {
            let levels = rule.pattern.split(separator: "/", omittingEmptySubsequences: false)
            guard levels.contains("reply") || levels.contains("grant") else { continue }
            // Only the hub may be a wildcard.
            #expect(!levels.dropFirst(4).contains("+"), "\(member.address) \(rule)")
        }
    }

    /// Each process has as many rules at a site of many hubs as at one of two: the broker checks them all for each
    /// message.
    @Test func moreHubsMakeNoMoreRules() throws {
        func most(hubs: Int) throws -> [BusRole: Int] {
            var members: [Roster.Member] = []
            for hub in ["site"] + (1...hubs).map({ "room-\($0)" }) {
                for role in BusRole.all where role.runsAtSite == (hub == "site") {
                    members.append(
                        Roster.Member(
                            try BusAddress(site: "s", hub: hub, actor: role.rawValue, instance: "main"),
                            role: role
                        )
                    )
                }
            }
            let roster = Roster(members)
            #expect(roster.allRules() == members.map { roster.rules(for: $0) })
            return Dictionary(members.map { ($0.role, roster.rules(for: $0).count) }) { max($0, $1) }
        }
        #expect(try most(hubs: 2) == most(hubs: 40))
    }

    @Test(arguments: seeds)
    func everyRuleStaysInItsSiteAndNamesItsKind(_ seed: UInt64) throws {
        let site = try RandomSite(seed)
        for (member, rule) in site.rules {
            // Another test covers its topics outside the contract.
            if member.role == .homeAssistant, !rule.pattern.hasPrefix("vitalbus/v1/") { continue }
            let levels = rule.pattern.split(separator: "/", omittingEmptySubsequences: false)
            #expect(rule.pattern.hasPrefix("vitalbus/v1/\(site.name)/"), "\(member.address) \(rule)")
            #expect(!rule.pattern.contains("#"), "\(member.address) \(rule)")
            #expect(
                levels.count > 5 && levels[4] != "+"
                    && (levels[5] != "+" || ["actor", "log", "vitals"].contains(levels[4])),
                "\(member.address) \(rule)"
            )
        }
    }

    @Test(arguments: seeds)
    func aReplyOrGrantTopicHasOneReader(_ seed: UInt64) throws {
        let site = try RandomSite(seed)
        let own = site.rules.filter { $0.1.action == .subscribe && isPrivate($0.1.pattern) }
        #expect(!own.isEmpty)
        for (pattern, readers) in Dictionary(grouping: own, by: \.1.pattern) {
            #expect(readers.count == 1, "\(pattern)")
        }
    }

    @Test(arguments: seeds)
    func onlyTheSessionManagerSaysThatARecordWasSubmitted(_ seed: UInt64) throws {
        let site = try RandomSite(seed)
        for hub in site.hubs {
            let topic = "vitalbus/v1/\(site.name)/\(hub)/event/recordSubmitted"
            #expect(site.roles(that: .publish, topic) == [.sessionManager])
            #expect(
                site.roles(that: .subscribe, topic) == [
                    .vitalbus, .page, .operator, .caregiver, .viewer, .homeAssistant, .integration,
                ]
            )
        }
    }

    @Test(arguments: seeds)
    func onlyUploadersAskForCredentials(_ seed: UInt64) throws {
        let site = try RandomSite(seed)
        let topic = "vitalbus/v1/\(site.name)/site/request/session-manager/credentials"
        for member in site.members {
            let own = "\(topic)/\(member.address.principal)"
            #expect(site.roles(that: .publish, own) == (member.role == .uploader ? [.uploader] : []))
            #expect(site.roles(that: .subscribe, own) == [.sessionManager])
        }
        #expect(site.roles(that: .publish, topic).isEmpty)
        #expect(site.roles(that: .subscribe, topic) == [.sessionManager])
    }

    @Test(arguments: seeds)
    func anIntegrationAsksForNothingButNotificationsAndUnsyncedRecords(_ seed: UInt64) throws {
        let site = try RandomSite(seed)
        let published = site.rules.filter { $0.0.role == .integration && $0.1.action == .publish }.map(\.1.pattern)
        let asked = "vitalbus/v1/\(site.name)/site/request/session-manager"
        let own = site.members.filter { $0.role == .integration }.map(\.address.principal)
        #expect(
            Set(published)
                == Set(own.flatMap { ["\(asked)/notificationsSince/\($0)", "\(asked)/unsyncedRecords/\($0)"] })
        )
    }

    /// The requests that a person on another machine may send grow with the role, up to those of a person at the hub.
    @Test(arguments: seeds)
    func peopleMayMoreAndMore(_ seed: UInt64) throws {
        let site = try RandomSite(seed)
        func asked(_ role: BusRole) -> Set<String> {
            Set(
                site.rules.filter { $0.0.role == role && $0.1.action == .publish }
                    .map { $0.1.pattern.split(separator: "/").dropLast().joined(separator: "/") }
            )
        }
        let (viewer, caregiver) = (asked(.viewer), asked(.caregiver))
        #expect(!viewer.isEmpty && viewer.isStrictSubset(of: caregiver))
        #expect(caregiver.isStrictSubset(of: asked(.operator)))
        #expect(asked(.operator) == asked(.vitalbus))
        let manager = "vitalbus/v1/\(site.name)/site/request/session-manager"
        for operation in ["eraseSeat", "startSession", "endSession", "setLogging", "updateRecord", "deleteRecord"] {
            #expect(!caregiver.contains("\(manager)/\(operation)"), "\(operation)")
        }
        for operation in ["heldReadings", "recordHistory", "queuedRecords", "heldPicture"] {
            #expect(!viewer.contains("\(manager)/\(operation)"), "\(operation)")
        }
    }

    /// Outside the contract: the topics that the two share, and none of another site or program.
    @Test func homeAssistantAndItsProcessHaveTheTopicsThatTheyShare() throws {
        func own(_ rules: [AccessRule], _ action: AccessRule.Action) -> Set<String> {
            Set(rules.filter { $0.action == action && !$0.pattern.hasPrefix("vitalbus/v1/") }.map(\.pattern))
        }
        let address = try BusAddress(site: "s", hub: "site", actor: "home-assistant", instance: "main")
        let process = Roster.Member(address, role: .homeAssistant)
        let device = "homeassistant/device/vitalbus_s/+/config"
        let rules = Roster([process]).rules(for: process)
        #expect(own(rules, .publish) == [device, "vitalbus/home/s/+/state", "vitalbus/home/s/+/event"])
        let heard: Set = [device, "vitalbus/home/s/+/state", "vitalbus/home/s/+/set/+", "homeassistant/status"]
        #expect(own(rules, .subscribe) == heard)
        let house = try scoped(
            Roster.Scope(hubs: nil, values: ["x"], hearsAllValues: false, isHomeAssistant: true)
        )
        #expect(own(house, .publish) == ["vitalbus/home/s/+/set/+", "homeassistant/status"])
        let shown: Set = ["homeassistant/#", "vitalbus/home/s/+/state", "vitalbus/home/s/+/event"]
        #expect(own(house, .subscribe) == shown)
        let other = try scoped(Roster.Scope(hubs: nil, values: ["x"], hearsAllValues: false))
        #expect(own(other, .publish).isEmpty && own(other, .subscribe).isEmpty)
        #expect(Set(other).isStrictSubset(of: house))
    }

    /// Home Assistant's discovery prefix is configurable.
    @Test func theDiscoveryPrefixIsTheOneThatIsConfigured() throws {
        let address = try BusAddress(site: "s", hub: "site", actor: "home-assistant", instance: "main")
        let process = Roster.Member(address, role: .homeAssistant)
        let rules = Roster([process], discoveryPrefix: "ha").rules(for: process).map(\.pattern)
        #expect(rules.contains("ha/device/vitalbus_s/+/config") && rules.contains("homeassistant/status"))
        #expect(!rules.contains { $0.hasPrefix("homeassistant/device") })
        let scope = Roster.Scope(hubs: nil, values: [], hearsAllValues: false, isHomeAssistant: true)
        let house = try scoped(scope, prefix: "ha").map(\.pattern)
        #expect(house.contains("ha/#") && !house.contains("homeassistant/#"))
        for text in ["homeassistant", "ha_2", "Home-1"] { #expect(HomeAssistantTopics.isPrefix(text)) }
        for text in ["", "a/b", "+", "#", "a b", "vitalbus", "ä", String(repeating: "a", count: 65)] {
            #expect(!HomeAssistantTopics.isPrefix(text), "\(text)")
        }
    }

    private func scoped(
        _ scope: Roster.Scope,
        prefix: String = HomeAssistantTopics.standardPrefix
    ) throws -> [AccessRule] {
        func member(_ role: BusRole, _ hub: String, _ instance: String) throws -> Roster.Member {
            let address = try BusAddress(site: "s", hub: hub, actor: role.rawValue, instance: instance)
            return Roster.Member(address, role: role, scope: role == .integration ? scope : nil)
        }
        let house = try member(.integration, "site", "house")
        return Roster([try member(.sessionManager, "site", "main"), house], discoveryPrefix: prefix).rules(for: house)
    }

    private func may(_ rules: [AccessRule], _ leaf: String) -> Bool {
        rules.contains { $0.allows(.subscribe, topicOrFilter: "vitalbus/v1/s/\(leaf)") }
    }

    /// One hub and one seat's values, of two hubs with two seats each.
    @Test func aProgramHearsItsHubsAndReadsItsSeats() throws {
        let rules = try scoped(Roster.Scope(hubs: ["a": ["a1", "a2"]], values: ["a1"], hearsAllValues: true))
        for leaf in [
            "a/event/recordSubmitted", "a/event/didReadPeripheral", "a/state/passive", "site/state/session/a2",
            "site/vitals/a1/pulse", "a/actor/device-reader/main/health",
        ] {
            #expect(may(rules, leaf), "\(leaf)")
        }
        for leaf in [
            "b/event/recordSubmitted", "b/state/passive", "site/state/session/b1", "site/state/queue",
            "site/vitals/a2/pulse", "site/vitals/b1/pulse", "site/event/sessionStarted", "a/event/passkeyRequested",
            "a/log/device-reader",
        ] {
            #expect(!may(rules, leaf), "\(leaf)")
        }
        #expect(!rules.contains { $0.action == .publish })
    }

    /// A stolen hub's box has its command line's account: it reaches the hub's own seats, and no other hub's processes.
    @Test func aBoxHearsItsHubAndAsksItsOwnProcesses() throws {
        func member(_ role: BusRole, _ hub: String, _ instance: String, scope: Roster.Scope? = nil) throws
            -> Roster.Member
        {
            let address = try BusAddress(site: "s", hub: hub, actor: role.rawValue, instance: instance)
            return Roster.Member(address, role: role, scope: scope)
        }
        let scope = Roster.Scope(hubs: ["a": ["a1", "a2"]], values: ["a1", "a2"], hearsAllValues: true)
        let box = try member(.vitalbus, "a", "cli", scope: scope)
        let others = try ["a", "b"].map { try member(.deviceReader, $0, "main") }
        let rules = Roster([box, try member(.sessionManager, "site", "main")] + others).rules(for: box)
        for leaf in [
            "a/event/recordSubmitted", "a/event/didReadPeripheral", "a/log/device-reader", "site/state/session/a2",
            "site/vitals/a1/pulse", "site/state/queue", "site/event/sessionStarted", "a/event/passkeyRequested",
        ] {
            #expect(may(rules, leaf), "\(leaf)")
        }
        for leaf in [
            "b/event/recordSubmitted", "b/event/didReadPeripheral", "b/event/readingHeld", "b/state/passive",
            "site/state/session/b1", "site/vitals/b1/pulse", "site/state/limits/b1", "b/log/device-reader",
        ] {
            #expect(!may(rules, leaf), "\(leaf)")
        }
        // It may send these requests but gets no events for them: its commands subscribe for all hubs.
        #expect(rules.contains { $0.allows(.join, topicOrFilter: "vitalbus/v1/s/+/event/recordSubmitted") })
        let asked = rules.filter { $0.action == .publish }.map(\.pattern)
        #expect(asked.contains("vitalbus/v1/s/site/request/session-manager/startSession/a.vitalbus.cli"))
        #expect(asked.contains("vitalbus/v1/s/a/request/device-reader/pairPeripheral/a.vitalbus.cli"))
        #expect(asked.allSatisfy { $0.hasPrefix("vitalbus/v1/s/a/") || $0.hasPrefix("vitalbus/v1/s/site/") })
    }

    /// Events that carry values reach a program only if it may read all values.
    @Test func aProgramHearsNoValuesThatItWasNotGiven() throws {
        let rules = try scoped(Roster.Scope(hubs: nil, values: [], hearsAllValues: false))
        for leaf in ["recordSubmitted", "readingHeld", "passiveDidRead", "ocrDidProcessResult"] {
            #expect(!may(rules, "a/event/\(leaf)"), "\(leaf)")
        }
        #expect(may(rules, "a/event/sessionEnded") && may(rules, "a/event/peripheralSighted"))
        #expect(!rules.contains { $0.action == .publish }, "what it missed would have values too")
        let all = try scoped(Roster.Scope(hubs: nil, values: ["a1"], hearsAllValues: true))
        #expect(may(all, "a/event/recordSubmitted") && all.contains { $0.action == .publish })
    }

    @Test(arguments: seeds)
    func nobodySpeaksForAnotherHubOrInstance(_ seed: UInt64) throws {
        let site = try RandomSite(seed)
        for member in site.members where member.role != .sessionManager {
            for other in site.members where other.address != member.address {
                let address = other.address
                var leaves = ["actor/\(address.actor)/\(address.instance)/availability"]
                if address.hub != member.address.hub { leaves += ["event/peripheralSighted", "event/passiveDidRead"] }
                for leaf in leaves {
                    #expect(!site.allows(member, .publish, address.topic(leaf)), "\(member.address) \(leaf)")
                }
            }
        }
    }

    /// For every caller that the contract names, a request reaches the server and its reply returns.
    @Test(arguments: seeds)
    func everyCallerReachesItsServerAndBack(_ seed: UInt64) throws {
        let site = try RandomSite(seed)
        for topic in Contract.topics where topic.template.hasPrefix("request/") {
            let callers = site.members.filter { member in topic.writers.contains { $0.role == member.role } }
            for server in site.members where server.role == topic.server {
                #expect(site.allows(server, .subscribe, server.address.topic("request/\(server.address.actor)/+")))
                #expect(site.allows(server, .subscribe, server.address.topic("request/\(server.address.actor)/+/+")))
                for caller in callers {
                    let reply = caller.address.topic("reply/\(caller.address.client)")
                    let isOtherHubs =
                        [.bleScanner, .deviceReader, .healthImporter].contains(caller.role)
                        && !server.role.runsAtSite && caller.address.hub != server.address.hub
                    let place = server.address.topic(topic.leaf(["caller": caller.address.principal]))
                    // A hub's processes send requests to their own hub alone.
                    #expect(site.allows(caller, .publish, place) != isOtherHubs, "\(topic.name)")
                    guard !isOtherHubs else { continue }
                    #expect(site.allows(server, .publish, reply), "\(topic.name)")
                    #expect(site.allows(caller, .subscribe, reply), "\(topic.name)")
                }
            }
        }
    }

    /// For every topic that the contract lets a role read or write, a member of that role may do so.
    @Test func everyTopicHasAWriterAndAReader() throws {
        let site = try RandomSite(1)
        // A bridge publishes only its link's state: see `CrossingTests`.
        for topic in Contract.topics where topic.name != PresenceTopics.link.name {
            for role in Set(topic.writers.map(\.role)) {
                let publishes = site.rules.contains {
                    $0.0.role == role && $0.1.action == .publish && fits($0.1, topic)
                }
                #expect(publishes, "\(role) publishes \(topic.name)")
            }
            for role in Set(topic.readers.map(\.role)) {
                let reads = site.rules.contains { $0.0.role == role && $0.1.action == .subscribe && fits($0.1, topic) }
                #expect(reads, "\(role) reads \(topic.name)")
            }
        }
    }

    private func isPrivate(_ pattern: String) -> Bool { pattern.contains("/reply/") || pattern.contains("/grant/") }

    private func fits(_ rule: AccessRule, _ topic: TopicDescriptor) -> Bool {
        let pattern = rule.pattern.split(separator: "/").dropFirst(4)
        let template = topic.template.split(separator: "/")
        return pattern.count == template.count
            && zip(pattern, template).allSatisfy { $0 == $1 || $0 == "+" || $1.hasPrefix("{") }
    }
}
