public import MessageBus

extension Roster {
    /// What crosses the link between a hub's own broker and the site's: a filter, which way, and how surely.
    public struct Crossing: Sendable, Hashable {
        /// The direction, as the hub sees it; also the instance of the bridge that carries it.
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
        /// How surely they travel.
        public let quality: BusQuality
    }

    /// What crosses the link of a hub with a broker of its own: all that one side writes and somebody of the other side reads.
    ///
    /// A topic crosses in one direction only, so that no message comes back: another hub's is carried under its name, never by a
    /// wildcard. Command lines see their own hub and the site; of other hubs only readers' claims and calls come in.
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

    /// What the members of a hub write and somebody outside reads.
    private func outgoing(_ topic: TopicDescriptor, from inside: [Member], to outside: [Member]) -> Set<String> {
        // A hub asks the site; another hub is asked at the site's server.
        guard topic.server?.runsAtSite ?? true || !topic.template.hasPrefix("request/") else { return [] }
        let read = Set(outside.flatMap { patterns(topic, grants: topic.readers, of: $0) })
        let written = Set(inside.flatMap { patterns(topic, grants: topic.writers, of: $0) })
        // A rule may stand for all hubs; who reads is of one.
        return Set(written.flatMap { pattern in read.compactMap { TopicFilter.common($0, with: pattern) } })
    }

    /// What somebody outside writes and the members of a hub read.
    private func incoming(
        _ topic: TopicDescriptor,
        from outside: [Member],
        to inside: [Member],
        of hub: String
    ) -> Set<String> {
        // Requests are let in by one filter for each actor.
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

    /// What a hub takes of what somebody writes: its own topics, the site's, and where it is for an actor, others by their names.
    private static func filters(_ read: String, of written: String, own: String, takesOthers: Bool) -> [String] {
        guard let common = TopicFilter.common(read, with: written) else { return [] }
        let levels = common.split(separator: "/", omittingEmptySubsequences: false)
        guard levels.count > hubLevel else { return [] }
        switch levels[hubLevel] {
        case "+": return [at(own, pattern: common), at(BusAddress.siteHub, pattern: read)]
        // Nobody of a hub speaks for the site: one filter serves for all of its processes.
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

    /// Where the hub stands in `vitalbus/v1/{site}/{hub}/…`.
    private static let hubLevel = 3

    /// Unknown operations are let through, too: who serves answers that it has none such.
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

    /// The rights of a bridge at the site's broker: in its direction those of all processes of its hub.
    ///
    /// What crosses is less.
    func bridgeRules(for member: Member, inside rules: (Member) -> [AccessRule]) -> Set<AccessRule> {
        let action: AccessRule.Action = member.address.instance == Crossing.Way.out.rawValue ? .publish : .subscribe
        let inside = (byHub[member.address.hub] ?? []).filter { $0.role != .bridge }
        return Set(inside.flatMap(rules).filter { $0.action == action || (action == .subscribe && $0.action == .join) })
    }
}
