public import MessageBus

/// The processes of a site that the broker knows, each with its role.
public struct Roster: Sendable {
    /// One process, or a kind of process that shares one name.
    public struct Member: Sendable, Hashable {
        /// Who it is.
        public let address: BusAddress
        /// What it may be.
        public let role: BusRole

        /// Makes a member.
        public init(_ address: BusAddress, role: BusRole) {
            self.address = address
            self.role = role
        }
    }

    /// All members.
    public let members: [Member]
    /// The hubs at which processes of one name stand, by role and name.
    private let hubs: [BusRole: [String: Set<String>]]

    /// Makes a roster.
    public init(_ members: [Member]) {
        self.members = members
        var hubs: [BusRole: [String: Set<String>]] = [:]
        for member in members {
            hubs[member.role, default: [:]][member.address.client, default: []].insert(member.address.hub)
        }
        self.hubs = hubs
    }

    /// The rights of one member, from the contract's topics.
    ///
    /// Replies and grants are listed name by name: no rule has a wildcard there. Processes of one name at several hubs have one rule
    /// for all hubs: a rule for each made a thousand hubs' rights a thousand times as many, and the broker looks through an account's rules
    /// for each message.
    public func rules(for member: Member, of topics: [TopicDescriptor] = Contract.topics) -> [AccessRule] {
        var rules: Set<AccessRule> = []
        for topic in topics {
            for grant in topic.writers where grant.role == member.role {
                rules.formUnion(
                    patterns(topic, reach: grant.reach, member: member).map { AccessRule(.publish, pattern: $0) }
                )
            }
            for grant in topic.readers where grant.role == member.role {
                rules.formUnion(
                    patterns(topic, reach: grant.reach, member: member).map { AccessRule(.subscribe, pattern: $0) }
                )
                if topic.template.hasSuffix("/{caller}"), topic.server == member.role {
                    rules.formUnion(
                        topic.servedLeaves.map { AccessRule(.subscribe, pattern: member.address.topic($0)) }
                    )
                }
            }
        }
        // Requests are subscribed by one filter, so that unknown operations are answered too; and every process has a
        // reply topic of its own, whether or not it calls anything yet.
        if BusRole.actors.contains(member.role) {
            for leaf in ["request/\(member.role)/+", "request/\(member.role)/+/+"] {
                rules.insert(AccessRule(.subscribe, pattern: member.address.topic(leaf)))
            }
        }
        rules.insert(AccessRule(.subscribe, pattern: member.address.topic("reply/\(member.address.client)")))
        return rules.sorted { ($0.action.rawValue, $0.pattern) < ($1.action.rawValue, $1.pattern) }
    }

    private func patterns(_ topic: TopicDescriptor, reach: TopicGrant.Reach, member: Member) -> [String] {
        switch reach {
        case .own:
            [member.address.topic(topic.leaf(ownValues(member)))]
        case .site:
            [member.address.topic(topic.leaf(), hub: "+")]
        case .servers:
            serverHubs(topic).map { member.address.topic(topic.leaf(callerValues(member)), hub: $0) }
        case .peers:
            topic.readers.flatMap { reader in
                (hubs[reader.role] ?? [:]).map { client, places in
                    let hub = topic.template.hasPrefix("reply/") ? Self.level(of: places) : member.address.hub
                    return member.address.topic(topic.leaf(["client": client, "worker": client]), hub: hub)
                }
            }
        }
    }

    /// The level of a topic that stands for hubs.
    private static func level(of hubs: Set<String>) -> String { hubs.count == 1 ? hubs.first ?? "+" : "+" }

    private func ownValues(_ member: Member) -> [String: String] {
        let address = member.address
        return [
            "actor": address.actor, "instance": address.instance, "client": address.client, "worker": address.client,
        ]
    }

    /// Who asks does so under its own name.
    private func callerValues(_ member: Member) -> [String: String] {
        ownValues(member).merging(["caller": member.address.principal]) { $1 }
    }

    private func serverHubs(_ topic: TopicDescriptor) -> [String] {
        guard let server = topic.server, let names = hubs[server] else { return [] }
        return [Self.level(of: names.values.reduce(into: []) { $0.formUnion($1) })]
    }
}
