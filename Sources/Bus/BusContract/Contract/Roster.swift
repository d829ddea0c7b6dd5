public import MessageBus

/// The processes of a site that the broker knows, each with its role.
public struct Roster: Sendable {
    /// The part of a site that a program was given.
    public struct Scope: Sendable, Hashable {
        /// The hubs whose events it gets, each with the seats measured there; nil for the whole site.
        public let hubs: [String: [String]]?
        /// The seats whose values it reads.
        public let values: Set<String>
        /// Whether it may receive events with the values of whole hubs.
        public let hearsAllValues: Bool
        /// Whether it is Home Assistant: it sees what `home-assistant` publishes, and presses its buttons.
        public let isHomeAssistant: Bool

        /// Makes a scope.
        public init(
            hubs: [String: [String]]?,
            values: Set<String>,
            hearsAllValues: Bool,
            isHomeAssistant: Bool = false
        ) {
            (self.hubs, self.values, self.hearsAllValues) = (hubs, values, hearsAllValues)
            self.isHomeAssistant = isHomeAssistant
        }

        /// Whether it receives everything except values, so that it may ask for notifications that it missed.
        var mayAsk: Bool { hubs == nil && hearsAllValues }
    }

    /// One process, or several processes that share one name.
    public struct Member: Sendable, Hashable {
        /// Its name.
        public let address: BusAddress
        /// Its role.
        public let role: BusRole
        /// The part of the site given to it; nil for everything that its role may see.
        public let scope: Scope?

        /// Makes a member.
        public init(_ address: BusAddress, role: BusRole, scope: Scope? = nil) {
            self.address = address
            self.role = role
            self.scope = scope
        }

        /// Whether it is the command line of a joined hub's box, which reaches only that hub.
        var isBox: Bool { role == .vitalbus && scope?.hubs != nil }
    }

    /// All members.
    public let members: [Member]
    /// The topic prefix where Home Assistant looks for devices.
    public let discoveryPrefix: String
    /// The hubs where processes of one name run, by role and name.
    private let hubs: [BusRole: [String: Set<String>]]
    /// The topic level for all hubs of a role's processes.
    ///
    /// Computed once, because every right of every member uses it.
    private let levels: [BusRole: String]
    /// The members of each hub.
    let byHub: [String: [Member]]

    /// Makes a roster.
    ///
    /// - Parameter discoveryPrefix: The topic prefix where Home Assistant looks for devices.
    public init(_ members: [Member], discoveryPrefix: String = HomeAssistantTopics.standardPrefix) {
        self.members = members
        self.discoveryPrefix = discoveryPrefix
        var hubs: [BusRole: [String: Set<String>]] = [:]
        for member in members {
            hubs[member.role, default: [:]][member.address.client, default: []].insert(member.address.hub)
        }
        self.hubs = hubs
        levels = hubs.mapValues { names in Self.level(of: names.values.reduce(into: []) { $0.formUnion($1) }) }
        byHub = Dictionary(grouping: members, by: \.address.hub)
    }

    /// The rights of one member, derived from the contract's topics.
    ///
    /// Replies and grants are listed by name: no rule has a wildcard there. Processes of one name at several hubs share
    /// one rule, because one rule for each hub multiplies the rights of a thousand hubs by a thousand, and the broker
    /// searches an account's rules for each message.
    public func rules(for member: Member, of topics: [TopicDescriptor] = Contract.topics) -> [AccessRule] {
        rules(for: member, of: topics) { rules(for: $0, of: topics) }
    }

    /// The rights of all members in order; the rights of a hub's processes are computed once, also for its bridges.
    public func allRules(of topics: [TopicDescriptor] = Contract.topics) -> [[AccessRule]] {
        var known: [Member: [AccessRule]] = [:]
        for member in members where member.role != .bridge { known[member] = rules(for: member, of: topics) }
        return members.map { member in
            known[member] ?? rules(for: member, of: topics) { known[$0] ?? rules(for: $0, of: topics) }
        }
    }

    /// - Parameter inside: The rights of another process that a bridge represents.
    private func rules(
        for member: Member,
        of topics: [TopicDescriptor],
        inside: (Member) -> [AccessRule]
    ) -> [AccessRule] {
        var rules: Set<AccessRule> = []
        for topic in topics {
            for grant in topic.writers where grant.role == member.role {
                rules.formUnion(
                    patterns(topic, reach: grant.reach, member: member).map { AccessRule(.publish, pattern: $0) }
                )
            }
            for grant in topic.readers where grant.role == member.role && hears(topic, member: member) {
                rules.formUnion(
                    patterns(topic, reach: grant.reach, member: member).map { AccessRule(.subscribe, pattern: $0) }
                )
                // Its commands ask for the whole site, as the server's do, and receive the answers for its hub.
                if member.isBox, grant.reach == .site {
                    rules.insert(AccessRule(.join, pattern: member.address.topic(topic.leaf(), hub: "+")))
                }
                if topic.template.hasSuffix("/{caller}"), topic.server == member.role {
                    rules.formUnion(
                        topic.servedLeaves.map { AccessRule(.subscribe, pattern: member.address.topic($0)) }
                    )
                }
            }
        }
        // It acts for others and serves no requests itself.
        guard member.role != .bridge else {
            rules.formUnion(bridgeRules(for: member, inside: inside))
            return Self.sorted(rules)
        }
        rules.formUnion(HomeAssistantTopics.rules(for: member, prefix: discoveryPrefix))
        // Each actor subscribes to its requests by one filter, so that it also answers unknown operations. Every
        // process has its own reply topic, whether or not it makes calls.
        if BusRole.actors.contains(member.role) {
            for leaf in ["request/\(member.role)/+", "request/\(member.role)/+/+"] {
                rules.insert(AccessRule(.subscribe, pattern: member.address.topic(leaf)))
            }
        }
        rules.insert(AccessRule(.subscribe, pattern: member.address.topic("reply/\(member.address.client)")))
        return Self.sorted(rules)
    }

    private static func sorted(_ rules: Set<AccessRule>) -> [AccessRule] {
        rules.sorted { ($0.action.rawValue, $0.pattern) < ($1.action.rawValue, $1.pattern) }
    }

    private func hears(_ topic: TopicDescriptor, member: Member) -> Bool {
        !topic.carriesValues || member.scope?.hearsAllValues ?? true
    }

    func patterns(_ topic: TopicDescriptor, reach: TopicGrant.Reach, member: Member) -> [String] {
        switch reach {
        case .own:
            [member.address.topic(topic.leaf(ownValues(member)))]
        case .site where member.isBox:
            ofBox(topic, member: member)
        case .site:
            [member.address.topic(topic.leaf(), hub: "+")]
        case .hubs:
            watched(topic, member: member)
        case .seats:
            (member.scope.map { $0.values.sorted() } ?? ["+"]).map {
                member.address.topic(topic.leaf(["seat": $0]), hub: member.scope == nil ? "+" : BusAddress.siteHub)
            }
        case .servers where !(member.scope?.mayAsk ?? true) && !member.isBox:
            []
        case .servers
        where !(topic.server?.runsAtSite ?? true) && (Self.asksAtHome.contains(member.role) || member.isBox):
            [member.address.topic(topic.leaf(callerValues(member)))]
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

    /// Members that only send requests to processes of their own hub: requests to other hubs are made by people.
    private static let asksAtHome: Set<BusRole> = [.bleScanner, .deviceReader, .healthImporter]

    /// The topic level that covers hubs.
    private static func level(of hubs: Set<String>) -> String { hubs.count == 1 ? hubs.first ?? "+" : "+" }

    /// For hubs given by name, also the site's topics about their seats.
    private func watched(_ topic: TopicDescriptor, member: Member) -> [String] {
        guard let hubs = member.scope?.hubs else { return [member.address.topic(topic.leaf(), hub: "+")] }
        guard topic.template.contains("{seat}"), topic.writers.allSatisfy(\.role.runsAtSite) else {
            return hubs.keys.sorted().map { member.address.topic(topic.leaf(), hub: $0) }
        }
        return hubs.values.flatMap { $0 }.map {
            member.address.topic(topic.leaf(["seat": $0]), hub: BusAddress.siteHub)
        }
    }

    /// What the command line of a hub's box receives: its own hub, and the site's topics for its seats that hold no
    /// values.
    private func ofBox(_ topic: TopicDescriptor, member: Member) -> [String] {
        guard !topic.template.contains("{seat}") else { return watched(topic, member: member) }
        let hubs = topic.carriesValues ? [member.address.hub] : [member.address.hub, BusAddress.siteHub]
        return hubs.map { member.address.topic(topic.leaf(), hub: $0) }
    }

    private func ownValues(_ member: Member) -> [String: String] {
        let address = member.address
        return [
            "actor": address.actor, "instance": address.instance, "client": address.client, "worker": address.client,
        ]
    }

    /// A member sends requests only under its own name.
    private func callerValues(_ member: Member) -> [String: String] {
        ownValues(member).merging(["caller": member.address.principal]) { $1 }
    }

    private func serverHubs(_ topic: TopicDescriptor) -> [String] {
        topic.server.flatMap { levels[$0] }.map { [$0] } ?? []
    }
}
