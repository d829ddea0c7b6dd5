public import MessageBus

extension Roster {
    /// What crosses the link between a hub's own broker and the site's: a topic filter, a direction and a QoS.
    public struct Crossing: Sendable, Hashable {
        /// The direction from the hub's view; also the instance of the bridge that carries it.
        public enum Way: String, Sendable, Hashable, CaseIterable {
            /// From the hub to the site.
            case out
            /// From the site to the hub.
            case into = "in"
        }

        /// The direction.
        public let way: Way
        /// The topics, as a filter.
        public let pattern: String
        /// The QoS.
        public let quality: BusQuality
    }

    /// What crosses the link of a hub with its own broker: everything that one side writes and the other side reads.
    ///
    /// A topic crosses in one direction only, so no message returns to its sender. Topics of other hubs are listed by
    /// name, never by a wildcard. Command lines see their own hub and the site; from other hubs only claims and calls
    /// of readers arrive.
    public func crossings(of hub: String, topics: [TopicDescriptor] = Contract.topics) -> [Crossing] {
        let inside = (byHub[hub] ?? []).filter { $0.role != .bridge }
        let callers = [.vitalbus, .deviceReader] + BusRole.guests
        let outside = members.filter { member in
            member.address.hub != hub && (member.role.runsAtSite || callers.contains(member.role))
        }
        var found: [Crossing.Way: [String: BusQuality]] = [.out: [:], .into: [:]]
        func add(_ patterns: Set<String>, way: Crossing.Way, quality: BusQuality) {
            for pattern in patterns where found[way]?[pattern] != .atLeastOnce { found[way]?[pattern] = quality }
        }
        for topic in topics {
            add(outgoing(topic, from: inside, to: outside), way: .out, quality: topic.quality)
            add(incoming(topic, from: outside, to: inside, of: hub), way: .into, quality: topic.quality)
        }
        add(Self.requestFilters(inside), way: .into, quality: .atLeastOnce)
        return Crossing.Way.allCases.flatMap { way in
            (found[way] ?? [:]).sorted { $0.key < $1.key }.map {
                Crossing(way: way, pattern: $0.key, quality: $0.value)
            }
        }
    }

    /// What the hub's members write and readers outside it need.
    private func outgoing(_ topic: TopicDescriptor, from inside: [Member], to outside: [Member]) -> Set<String> {
        // A hub sends its requests to the site; other hubs are reached through the site's server.
        guard topic.server?.runsAtSite ?? true || !topic.template.hasPrefix("request/") else { return [] }
        let read = Set(outside.flatMap { patterns(topic, grants: topic.readers, of: $0) })
        let written = Set(inside.flatMap { patterns(topic, grants: topic.writers, of: $0) })
        // A rule may cover all hubs; its reader belongs to one.
        return Set(written.flatMap { pattern in read.compactMap { TopicFilter.common($0, with: pattern) } })
    }

    /// What members outside the hub write and the hub's members read.
    private func incoming(
        _ topic: TopicDescriptor,
        from outside: [Member],
        to inside: [Member],
        of hub: String
    ) -> Set<String> {
        // Requests pass through one filter per actor.
        guard topic.server?.runsAtSite ?? true || !topic.template.hasPrefix("request/") else { return [] }
        let written = Set(outside.flatMap { patterns(topic, grants: topic.writers, of: $0) })
        var found: Set<String> = []
        for reader in inside {
            let isActor = BusRole.actors.contains(reader.role)
            for read in Set(patterns(topic, grants: topic.readers, of: reader)) {
                for pattern in written where TopicFilter.common(read, with: pattern) != nil {
                    found.formUnion(Self.filters(read, of: pattern, own: hub, takesOthers: isActor))
                }
            }
        }
        return found
    }

    /// What a hub accepts of another member's topics: its own, the site's and requests to it.
    ///
    /// Others pass by name.
    private static func filters(_ read: String, of written: String, own: String, takesOthers: Bool) -> [String] {
        guard let common = TopicFilter.common(read, with: written) else { return [] }
        let levels = common.split(separator: "/", omittingEmptySubsequences: false)
        guard levels.count > hubLevel else { return [] }
        switch levels[hubLevel] {
        case "+": return [at(own, pattern: common), at(BusAddress.siteHub, pattern: read)]
        // No member of a hub publishes for the site, so one filter serves all of its processes.
        case BusAddress.siteHub[...]: return [at(BusAddress.siteHub, pattern: read)]
        case own[...]: return [common]
        default: return takesOthers ? [common] : []
        }
    }

    private static func at(_ hub: String, pattern: String) -> String {
        var levels = pattern.split(separator: "/", omittingEmptySubsequences: false)
        levels[hubLevel] = hub[...]
        return levels.joined(separator: "/")
    }

    /// Where the hub appears in `vitalbus/v1/{site}/{hub}/…`.
    private static let hubLevel = 3

    /// Unknown operations pass too: the server of the request answers that it does not have them.
    private static func requestFilters(_ inside: [Member]) -> Set<String> {
        Set(
            inside.filter { BusRole.actors.contains($0.role) }.flatMap { member in
                ["request/\(member.role)/+", "request/\(member.role)/+/+"].map { member.address.topic($0) }
            }
        )
    }

    private func patterns(_ topic: TopicDescriptor, grants: [TopicGrant], of member: Member) -> [String] {
        grants.filter { $0.role == member.role }.flatMap { patterns(topic, reach: $0.reach, member: member) }
    }

    /// The rights of a bridge at the site's broker: those of all processes of its hub, in its direction.
    ///
    /// Fewer topics actually cross.
    func bridgeRules(for member: Member, inside rules: (Member) -> [AccessRule]) -> Set<AccessRule> {
        let action: AccessRule.Action = member.address.instance == Crossing.Way.out.rawValue ? .publish : .subscribe
        let inside = (byHub[member.address.hub] ?? []).filter { $0.role != .bridge }
        return Set(inside.flatMap(rules).filter { $0.action == action || (action == .subscribe && $0.action == .join) })
    }
}
